/** Bugs of signatures: of transactions, of several signers, of claims, and of their one spelling. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const SIGNATURE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/protocol/transaction/transaction-signature.ts',
    ['src/protocol/transaction/transaction-signature.test.ts'],
    [
      ["if (account === last) return 'Duplicate Signers not allowed.';\n", ''],
      ["if (account < last) return 'Unsorted Signers array.';\n", ''],
      ["if (account === excluded) return 'Invalid multisigner.';\n", ''],
      ["if (signed.Signers !== undefined) return 'Cannot both single- and multi-sign.';\n", ''],
      ["if (signed.TxnSignature !== undefined) return 'Cannot both single- and multi-sign.';\n", ''],
      ['signers.length > MAX_SIGNERS', 'signers.length >= MAX_SIGNERS'],
      ['Buffer.concat([start, hexToBytes(account)])', 'start'],
      ['[HashPrefix.transactionMultiSign, encodeObject', '[HashPrefix.transactionSign, encodeObject'],
    ],
  ),
  ...mutantsOf(
    'src/crypto/hash.ts',
    ['src/crypto/hash.test.ts'],
    [['sodium().crypto_hash_sha512(digest, bytes);\n  return', 'return']],
  ),
  ...mutantsOf(
    'src/crypto/signature.ts',
    ['src/crypto/key-pair.test.ts'],
    [
      ['signature.length * 2 !== signatureHex.length', 'signature.length === 0'],
      [
        'secp256k1().ecdsaVerify(canonical, sha512Half(message), pointOf(publicKeyHex))',
        'secp256k1().ecdsaVerify(canonical, message, pointOf(publicKeyHex))',
      ],
      [
        'return isCanonicalEd25519(signature) && sodium',
        'return signature.length === ED25519_SIGNATURE_BYTES && sodium',
        'libsodium refuses such scalars by itself; the check makes that rule ours',
      ],
    ],
  ),
  ...mutantsOf(
    'src/crypto/canonical-der.ts',
    ['src/crypto/key-pair.test.ts'],
    [
      ['scalars, 2 * SCALAR_BYTES) !== signature.length)', 'scalars, 2 * SCALAR_BYTES) === undefined)'],
      ['if (leading >= 0x80) return undefined;\n', ''],
      ['if (isPadded && (length === 1 || (bytes[first + 1] as number) < 0x80)) return undefined;\n', ''],
      ['signature[1] !== signature.length - 2', 'signature[1] === undefined'],
      [
        'if (end - firstDigit > SCALAR_BYTES) return undefined;',
        'if (end - firstDigit > SCALAR_BYTES + 1) return undefined;',
      ],
    ],
  ),
  ...mutantsOf(
    'src/protocol/transaction/channel-claim.ts',
    ['src/transactions/types/channels/payment-channel.test.ts'],
    [['channelId + uint64Hex(amountDrops)', 'channelId']],
  ),
  ...mutantsOf(
    'src/transactions/types/channels/payment-channel-claim.ts',
    ['src/transactions/types/channels/payment-channel.test.ts'],
    [
      ["return isGood ? 'tesSUCCESS' : 'temBAD_SIGNATURE';", "return 'tesSUCCESS';"],
      ['(tx.Amount ?? tx.Balance) as bigint', '(tx.Balance ?? tx.Amount) as bigint'],
      ["if (tx.Account === channel.Destination && tx.Signature === undefined) return 'tecNO_PERMISSION';\n", ''],
      ["if (tx.Signature !== undefined && tx.PublicKey !== channel.PublicKey) return 'tecNO_PERMISSION';\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/rpc/methods/channel/channel-authorize.ts',
    ['test/channels-methods.test.ts'],
    [
      ["if (channel === undefined) return 'The", "if (channel === null) return 'The"],
      ['drops <= channel.Amount', 'drops < channel.Amount'],
      ['channel.PublicKey !== publicKey', 'channel.PublicKey === null'],
    ],
  ),
];
