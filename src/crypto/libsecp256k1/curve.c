/*
 * The functions of src/crypto/webassembly-secp256k1.ts over libsecp256k1. Arguments and results are in `area`, at the
 * offsets that are named in that file too. `scripts/build-libsecp256k1.ts` compiles this file; names of the library
 * have the prefix that the package of its sources gives them.
 */
#include <stddef.h>

#include "secp256k1.h"
#include "secp256k1_preallocated.h"

#define NAME_(prefix, name) prefix##_##name
#define NAME_OF(prefix, name) NAME_(prefix, name)
#define SECP(name) NAME_OF(PREFIX, name)
#define EXPORT(name) __attribute__((export_name(#name)))

/* 32 bytes each at 0, 32 and 64, a signature at 96, a public key at 168. */
static unsigned char area[168 + 65];
static unsigned char *const scalar = area;
static unsigned char *const tweak = area + 32;
static unsigned char *const digest = area + 64;
static unsigned char *const signature = area + 96;
static unsigned char *const public_key = area + 168;

static SECP(context) *signing_context(void) {
  static unsigned long long memory[128];
  static SECP(context) *context = NULL;
  if (context == NULL) {
    if (SECP(context_preallocated_size)(SECP256K1_CONTEXT_NONE) > sizeof memory) __builtin_trap();
    context = SECP(context_preallocated_create)(memory, SECP256K1_CONTEXT_NONE);
  }
  return context;
}

EXPORT(area) unsigned char *area_address(void) { return area; }

EXPORT(privateKeyVerify) int private_key_verify(void) { return SECP(ec_seckey_verify)(SECP(context_static), scalar); }

EXPORT(privateKeyTweakAdd) int private_key_tweak_add(void) {
  return SECP(ec_seckey_tweak_add)(SECP(context_static), scalar, tweak);
}

static int write_public_key(const SECP(pubkey) *point, int is_compressed) {
  size_t length = is_compressed ? 33 : 65;
  const unsigned flags = is_compressed ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED;
  return SECP(ec_pubkey_serialize)(SECP(context_static), public_key, &length, point, flags);
}

EXPORT(publicKeyCreate) int public_key_create(void) {
  SECP(pubkey) point;
  return SECP(ec_pubkey_create)(signing_context(), &point, scalar) && write_public_key(&point, 1);
}

EXPORT(publicKeyConvert) int public_key_convert(int length, int is_compressed) {
  SECP(pubkey) point;
  return SECP(ec_pubkey_parse)(SECP(context_static), &point, public_key, length) &&
         write_public_key(&point, is_compressed);
}

EXPORT(ecdsaSign) int ecdsa_sign(void) {
  SECP(ecdsa_signature) parsed;
  return SECP(ecdsa_sign)(signing_context(), &parsed, digest, scalar, NULL, NULL) &&
         SECP(ecdsa_signature_serialize_compact)(SECP(context_static), signature, &parsed);
}

/* 1 if valid, 0 if not, -1 for an invalid point, -2 if R or S is not below the order. */
EXPORT(ecdsaVerify) int ecdsa_verify(int public_key_length) {
  SECP(ecdsa_signature) parsed;
  SECP(pubkey) point;
  if (!SECP(ecdsa_signature_parse_compact)(SECP(context_static), &parsed, signature)) return -2;
  if (!SECP(ec_pubkey_parse)(SECP(context_static), &point, public_key, public_key_length)) return -1;
  return SECP(ecdsa_verify)(SECP(context_static), &parsed, digest, &point);
}

/* The length of the DER form, 0 if R or S is not below the order. */
EXPORT(signatureExport) int signature_export(void) {
  SECP(ecdsa_signature) parsed;
  size_t length = 72;
  if (!SECP(ecdsa_signature_parse_compact)(SECP(context_static), &parsed, signature)) return 0;
  return SECP(ecdsa_signature_serialize_der)(SECP(context_static), signature, &length, &parsed) ? (int)length : 0;
}

void SECP(default_illegal_callback_fn)(const char *message, void *data) {
  (void)message;
  (void)data;
  __builtin_trap();
}

void SECP(default_error_callback_fn)(const char *message, void *data) {
  (void)message;
  (void)data;
  __builtin_trap();
}
