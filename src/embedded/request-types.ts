/**
 * Generated from `src/rpc/table.ts` and recorded answers by `npm run docs`; do not edit. What each method takes, and
 * what it answers. A field without a mark was in every recorded answer; any answer may have more of them.
 */

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [field: string]: Json | undefined;
}

/** The name of a method. */
export type RequestMethod = keyof Requests;
/** What a method may be sent. */
export type RequestParams<Name extends RequestMethod> = Requests[Name]['params'];
/** What a method answers. */
export type AnswerOf<Name extends RequestMethod> = Requests[Name]['answer'];

/** By the name of the method. */
export interface Requests {
  /** Lists the payment channels whose payer, or payee, is the account. */
  readonly account_channels: {
    readonly params: {
      /** Address of the payer, or of the payee. */
      readonly account: string;
      /** `source`: what the account pays into (default); `destination`: what pays it. */
      readonly role?: 'source' | 'destination' | undefined;
      /** Only channels to this payee. */
      readonly destination_account?: string | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Most entries to look at (200). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Address of the account that was asked about. */
      readonly account: string;
      /** The channels of this page. */
      readonly channels: readonly {
        /** Id of the payment channel. */
        readonly channel_id: string;
        /** Address of the payer. */
        readonly account: string;
        /** Address of the payee. */
        readonly destination_account: string;
        /** Drops that the channel was given in all. */
        readonly amount: string;
        /** Drops that were paid out so far. */
        readonly balance: string;
        /** Seconds that a requested close takes at least. */
        readonly settle_delay: number;
        /** Key that verifies claims, in base58. */
        readonly public_key: string;
        /** The same in hex. */
        readonly public_key_hex: string;
        /** When the channel ends in any case, in seconds since 2000-01-01T00:00:00Z; only if set. */
        readonly cancel_after?: number;
        /** Tag for the payee; only if set. */
        readonly destination_tag?: number;
        /** When a requested close takes effect, in seconds since 2000-01-01T00:00:00Z; only if set. */
        readonly expiration?: number;
        readonly [field: string]: Json | undefined;
      }[];
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      /** The limit of the page. */
      readonly limit?: number;
      /** Where the next page begins; absent on the last one. */
      readonly marker?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the currencies of the tokens that an account can send and receive. */
  readonly account_currencies: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** Older name of `account`. */
      readonly ident?: string | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Codes of the currencies that the account can send. */
      readonly send_currencies: readonly Json[];
      /** Codes of the currencies that the account can receive. */
      readonly receive_currencies: readonly Json[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows an account: balance, sequence, flags. */
  readonly account_info: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** Older name of `account`. */
      readonly ident?: string | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Add the list of signers. */
      readonly signer_lists?: boolean | undefined;
      /** Add queued transactions (open ledger only). */
      readonly queue?: boolean | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The account's entry in the ledger. */
      readonly account_data: {
        /** Address of the account. */
        readonly Account: string;
        /** The account's next sequence number. */
        readonly Sequence: number;
        /** Drops that the account has. */
        readonly Balance: string;
        /** Objects that count toward its reserve. */
        readonly OwnerCount: number;
        /** Hash of the last transaction that changed the entry. */
        readonly PreviousTxnID: string;
        /** Index of the ledger that holds it. */
        readonly PreviousTxnLgrSeq: number;
        /** `AccountRoot`. */
        readonly LedgerEntryType: string;
        /** Bit field of flags. */
        readonly Flags: number;
        /** Key of the entry. */
        readonly index: string;
        /** Tickets that the account has; only if there are any. */
        readonly TicketCount?: number;
        /** Number of the first non-fungible token that was minted for it. */
        readonly FirstNFTokenSequence?: number;
        /** How many were minted for it; absent for none. */
        readonly MintedNFTokens?: number;
        /** Key of the entry; version 1 of the API only. */
        readonly LedgerIndex?: string;
        /** With `signer_lists`, in version 1: the signer list, if there is one. */
        readonly signer_lists?: readonly JsonObject[];
        readonly [field: string]: Json | undefined;
      };
      /** The flags of the account by name. */
      readonly account_flags: {
        /** Tokens may pass between its trust lines. */
        readonly defaultRipple: boolean;
        /** It takes payments only from preauthorized accounts. */
        readonly depositAuth: boolean;
        /** Its master key cannot sign. */
        readonly disableMasterKey: boolean;
        /** It asks not to be paid XRP. */
        readonly disallowIncomingXRP: boolean;
        /** All its tokens are frozen. */
        readonly globalFreeze: boolean;
        /** It gave up freezing for ever. */
        readonly noFreeze: boolean;
        /** It used its free change of the regular key. */
        readonly passwordSpent: boolean;
        /** It approves who holds its tokens. */
        readonly requireAuthorization: boolean;
        /** Payments to it need a destination tag. */
        readonly requireDestinationTag: boolean;
        /** It takes no offers of non-fungible tokens. */
        readonly disallowIncomingNFTokenOffer: boolean;
        /** It takes no checks. */
        readonly disallowIncomingCheck: boolean;
        /** It takes no payment channels. */
        readonly disallowIncomingPayChan: boolean;
        /** It takes no trust lines of others. */
        readonly disallowIncomingTrustline: boolean;
        /** It can claw back its tokens. */
        readonly allowTrustLineClawback: boolean;
        /** Its tokens can be locked. */
        readonly allowTrustLineLocking: boolean;
        readonly [field: string]: Json | undefined;
      };
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      /** With `queue`: the account's transactions that wait. */
      readonly queue_data?: {
        /** How many wait. */
        readonly txn_count: number;
        readonly [field: string]: Json | undefined;
      };
      /** With `signer_lists`, in version 2: the signer list, if there is one. */
      readonly signer_lists?: readonly JsonObject[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists an account's trust lines. */
  readonly account_lines: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default, but see `authorization`). */
      readonly ledger_index?: string | number | undefined;
      /** Only lines with this account. */
      readonly peer?: string | undefined;
      /** Leave out lines that the account did not ask for. */
      readonly ignore_default?: boolean | undefined;
      /** Weir's own. `authorized`: lines on which the account, as the issuer, has set its authorization flag. `pending`: lines on which it has not, and whose other side has a positive limit or balance or another setting that is not the default. Only of the last validated ledger, which is the default here; a page costs what it returns. Lines come by currency and key; a marker stays good while ledgers close, for the same account and filters. */
      readonly authorization?: 'pending' | 'authorized' | undefined;
      /** Weir's own. Only lines in this currency, with the rules of `authorization`; with `peer`, the one line there can be, in any ledger. */
      readonly currency?: string | undefined;
      /** Most entries to look at, or with `authorization` or `currency` most lines (200). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Address of the account that was asked about. */
      readonly account: string;
      /** The trust lines of this page. */
      readonly lines: readonly {
        /** Address of the account at the other end, the peer. */
        readonly account: string;
        /** What the account holds of the peer; negative if the peer holds tokens of the account. */
        readonly balance: string;
        /** Currency code. */
        readonly currency: string;
        /** How much the account is ready to hold. */
        readonly limit: string;
        /** How much the peer is ready to hold. */
        readonly limit_peer: string;
        /** Rate for incoming amounts, in billionths; 0 for none. */
        readonly quality_in: number;
        /** Rate for outgoing amounts, in billionths; 0 for none. */
        readonly quality_out: number;
        /** Whether the peer has authorized the line. */
        readonly peer_authorized: boolean;
        /** True: the account lets no tokens pass on from this line; absent if not. */
        readonly no_ripple?: boolean;
        /** True: the peer has frozen the line; absent if not. */
        readonly freeze_peer?: boolean;
        /** True: the account has authorized the line; absent if not. */
        readonly authorized?: boolean;
        /** The same for the peer. */
        readonly no_ripple_peer?: boolean;
        /** True: the account has frozen the line; absent if not. */
        readonly freeze?: boolean;
        readonly [field: string]: Json | undefined;
      }[];
      /** The limit of the page. */
      readonly limit?: number;
      /** Where the next page begins; absent on the last one. */
      readonly marker?: string;
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists an account's non-fungible tokens. */
  readonly account_nfts: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Most tokens to list (100). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Address of the account that was asked about. */
      readonly account: string;
      /** The tokens of this page. */
      readonly account_nfts: readonly {
        /** Its id; the following but `URI` are read from it. */
        readonly NFTokenID: string;
        /** What it stands for, in hex. */
        readonly URI: string;
        /** 1: its issuer may burn it; 2: sold for XRP only; 8: transferable; 16: its URI can be changed. */
        readonly Flags: number;
        /** Address of the account that it was minted for. */
        readonly Issuer: string;
        /** The number by which its issuer tells kinds of tokens apart. */
        readonly NFTokenTaxon: number;
        /** Its number among the issuer's tokens. */
        readonly nft_serial: number;
        /** The issuer's part of each sale between others, in hundred-thousandths; absent for none. */
        readonly TransferFee: number;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the ledger entries that an account owns. */
  readonly account_objects: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** Only entries of this type. */
      readonly type?: string | undefined;
      /** Weir's own. No entries of these types. */
      readonly except?: readonly Json[] | undefined;
      /** Only what keeps the account from being deleted. */
      readonly deletion_blockers_only?: boolean | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Most entries to look at (200). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Address of the account that was asked about. */
      readonly account: string;
      /** The entries of this page. */
      readonly account_objects: readonly JsonObject[];
      /** The limit of the page. */
      readonly limit?: number;
      /** Where the next page begins; absent on the last one. */
      readonly marker?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists an account's open offers. */
  readonly account_offers: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Most entries to look at (200). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Address of the account that was asked about. */
      readonly account: string;
      /** The account's offers among the entries of this page. */
      readonly offers: readonly {
        /** What is left of what whoever takes it pays: drops as a string, or a token amount. */
        readonly taker_pays: {
          /** Currency code. */
          readonly currency: string;
          /** Address of the issuer. */
          readonly issuer: string;
          /** Decimal number. */
          readonly value: string;
          readonly [field: string]: Json | undefined;
        };
        /** What is left of what they get. */
        readonly taker_gets: string;
        /** Sequence number of the transaction that made it; what OfferCancel names. */
        readonly seq: number;
        /** Flags of the entry. */
        readonly flags: number;
        /** What is paid for one of what is got, drops counted as such. */
        readonly quality: string;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the transactions that involved an account. */
  readonly account_tx: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** First ledger to search; -1 for the earliest. */
      readonly ledger_index_min?: number | undefined;
      /** Last ledger to search; -1 for the latest. */
      readonly ledger_index_max?: number | undefined;
      /** Search this ledger only. */
      readonly ledger_index?: string | number | undefined;
      /** Search this ledger only. */
      readonly ledger_hash?: string | undefined;
      /** Hex instead of JSON. */
      readonly binary?: boolean | undefined;
      /** Oldest first. */
      readonly forward?: boolean | undefined;
      /** Most transactions to return (200). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters; a string if any of the following is given. */
      readonly marker?: JsonObject | string | undefined;
      /** Only these types, in any case. */
      readonly tx_type?: string | readonly Json[] | undefined;
      /** Only this result (`tecPATH_DRY`) or class (`tes`, `tec`). */
      readonly result?: string | undefined;
      /** `out`: sent by the account; `in`: directed at it. */
      readonly direction?: string | undefined;
      /** Only with this account at the other end. */
      readonly counterparty?: string | undefined;
      /** Only with this destination tag. */
      readonly destination_tag?: number | undefined;
      /** Only with this source tag. */
      readonly source_tag?: number | undefined;
      /** Only about amounts of this currency, or of the multi-purpose token with this id. */
      readonly currency?: string | undefined;
      /** Issuer of that currency. */
      readonly issuer?: string | undefined;
      /** Only what delivered as much or more: drops, or of `currency`. */
      readonly delivered_at_least?: string | undefined;
      /** Only ledgers that closed then or later (ISO 8601). */
      readonly from_time?: string | undefined;
      /** Only ledgers that closed then or earlier. */
      readonly to_time?: string | undefined;
    };
    readonly answer: {
      /** Address of the account that was asked about. */
      readonly account: string;
      /** First ledger that was searched. */
      readonly ledger_index_min: number;
      /** Last ledger that was searched. */
      readonly ledger_index_max: number;
      /** The limit of the page. */
      readonly limit?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The transactions of this page. */
      readonly transactions: readonly {
        /** The transaction, in version 1 of the API. */
        readonly tx?: JsonObject;
        /** Metadata: what the transaction changed, its result, and `delivered_amount`; hex with `binary`. */
        readonly meta?: JsonObject | string;
        /** Index of the ledger that holds it. */
        readonly ledger_index: number;
        /** True if the ledger is validated, so that the answer is final. */
        readonly validated: boolean;
        /** The transaction as bytes, in hex. */
        readonly tx_blob?: string;
        /** The transaction, in version 2. */
        readonly tx_json?: JsonObject;
        /** Hash of the transaction, in version 2. */
        readonly hash?: string;
        /** Hash of that ledger, in version 2. */
        readonly ledger_hash?: string;
        /** Close time of the ledger, as text. */
        readonly close_time_iso?: string;
        /** The metadata as bytes, in hex. */
        readonly meta_blob?: string;
        readonly [field: string]: Json | undefined;
      }[];
      /** Where the next page begins: an object, or a text with a question. */
      readonly marker?: JsonObject | string;
      /** Which fields are ignored because others name the ledgers to search. */
      readonly warning?: string;
      /** With a question: how far the search went. */
      readonly search?: {
        /** Rows of the history that were looked at. */
        readonly rows: number;
        /** False: the search stopped early; the marker goes on. */
        readonly complete: boolean;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Describes an automated market maker. */
  readonly amm_info: {
    readonly params: {
      /** One of its assets; with `asset2`. */
      readonly asset?: JsonObject | undefined;
      /** The other one. */
      readonly asset2?: JsonObject | undefined;
      /** Address of its account, instead of its assets. */
      readonly amm_account?: string | undefined;
      /** Address of a liquidity provider, whose LP tokens are shown. */
      readonly account?: string | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** The market maker. */
      readonly amm: {
        /** What its pool has of `asset`: drops as a string, or a token amount. */
        readonly amount: JsonObject | string;
        /** What it has of `asset2`. */
        readonly amount2: JsonObject | string;
        /** All its LP tokens; with `account` those of that account. */
        readonly lp_token: {
          /** Currency code. */
          readonly currency: string;
          /** Address of the issuer. */
          readonly issuer: string;
          /** Decimal number. */
          readonly value: string;
          readonly [field: string]: Json | undefined;
        };
        /** Its fee for trades, in hundred-thousandths. */
        readonly trading_fee: number;
        /** Address of its account, which holds the pool and issues the LP tokens. */
        readonly account: string;
        /** The votes that make up the fee; absent if there are none. */
        readonly vote_slots: readonly {
          /** Address of who voted. */
          readonly account: string;
          /** The fee that they want, in hundred-thousandths. */
          readonly trading_fee: number;
          /** Their part of the LP tokens when votes were counted last, in hundred-thousandths. */
          readonly vote_weight: number;
          readonly [field: string]: Json | undefined;
        }[];
        /** Who trades at the discounted fee. */
        readonly auction_slot: {
          /** How many twentieths of its 24 hours are over; 20 once all are. */
          readonly time_interval: number;
          /** What was paid for it, in LP tokens. */
          readonly price: {
            /** Currency code. */
            readonly currency: string;
            /** Address of the issuer. */
            readonly issuer: string;
            /** Decimal number. */
            readonly value: string;
            readonly [field: string]: Json | undefined;
          };
          /** The fee for them, in hundred-thousandths. */
          readonly discounted_fee: number;
          /** Address of who holds it. */
          readonly account: string;
          /** When it ends, as text. */
          readonly expiration: string;
          /** Others who trade at that fee too; absent if nobody was named. */
          readonly auth_accounts: readonly {
            /** Their address. */
            readonly account: string;
            readonly [field: string]: Json | undefined;
          }[];
          readonly [field: string]: Json | undefined;
        };
        /** The same for `asset2`. */
        readonly asset2_frozen?: boolean;
        /** True if its `asset` is frozen; absent for XRP. */
        readonly asset_frozen?: boolean;
        readonly [field: string]: Json | undefined;
      };
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists clients that cost too much: Weir keeps no such list. */
  readonly blacklist: {
    readonly params: {
      /** Least cost to be listed with. */
      readonly threshold?: number | undefined;
    };
    readonly answer: JsonObject;
  };
  /** Lists what one ledger traded in its order books: volumes and rates of each pair of assets. */
  readonly book_changes: {
    readonly params: {
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** `bookChanges`. */
      readonly type: string;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Close time of that ledger, in seconds since 2000-01-01T00:00:00Z. */
      readonly ledger_time: number;
      /** The pairs of assets that were traded, by name. */
      readonly changes: readonly {
        /** `XRP_drops`, or `issuer/currency`. */
        readonly currency_a: string;
        /** The other asset. */
        readonly currency_b: string;
        /** How much of the first was traded. */
        readonly volume_a: string;
        /** How much of the other. */
        readonly volume_b: string;
        /** Most of the first that was given for one of the other. */
        readonly high: string;
        /** Least of it. */
        readonly low: string;
        /** What was given at first. */
        readonly open: string;
        /** What was given at last. */
        readonly close: string;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the offers of an order book, best first. */
  readonly book_offers: {
    readonly params: {
      /** Asset: `currency` and `issuer`. */
      readonly taker_pays: JsonObject;
      /** Asset: `currency` and `issuer`. */
      readonly taker_gets: JsonObject;
      /** Address of who would take the offers. */
      readonly taker?: string | undefined;
      /** A permissioned domain, for the offers within it. */
      readonly domain?: string | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Most offers to list (60). */
      readonly limit?: number | undefined;
      /** How many of the best offers to leave out (0). */
      readonly skip?: number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The offers, the best first. */
      readonly offers: readonly {
        /** Address of the account. */
        readonly Account: string;
        /** Sequence number. */
        readonly Sequence: number;
        /** As `taker_pays` of `account_offers`. */
        readonly TakerPays: {
          /** Currency code. */
          readonly currency: string;
          /** Address of the issuer. */
          readonly issuer: string;
          /** Decimal number. */
          readonly value: string;
          readonly [field: string]: Json | undefined;
        };
        /** As `taker_gets` of `account_offers`. */
        readonly TakerGets: string;
        /** Key of the first page of offers of this quality; its last 16 digits are the quality. */
        readonly BookDirectory: string;
        /** Number of the page that lists it there. */
        readonly BookNode: string;
        /** Number of the page that lists it in its owner's directory. */
        readonly OwnerNode: string;
        /** Hash of the transaction that changed it last. */
        readonly PreviousTxnID: string;
        /** Index of the ledger that holds that transaction. */
        readonly PreviousTxnLgrSeq: number;
        /** `Offer`. */
        readonly LedgerEntryType: string;
        /** Bit field of flags. */
        readonly Flags: number;
        /** Key of the entry. */
        readonly index: string;
        /** What is paid for one of what is got, drops counted as such. */
        readonly quality: string;
        /** What the owner has of it, with the first of their offers: drops, or the number of tokens. */
        readonly owner_funds: string;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Would allow old ledgers to be deleted: Weir deletes none. */
  readonly can_delete: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: JsonObject;
  };
  /** Signs a claim that the payee of a payment channel can redeem. */
  readonly channel_authorize: {
    readonly params: {
      /** Id of the channel, 64 hex digits. */
      readonly channel_id: string;
      /** Drops, all that the payee may ever have; above zero. */
      readonly amount: string;
      /** Secret of the key to sign with, in any spelling. Or `seed`, `seed_hex` or `passphrase`, with `key_type`. */
      readonly secret?: string | undefined;
      /** Base58 seed, with `key_type`. */
      readonly seed?: string | undefined;
      /** Seed in hex, with `key_type`. */
      readonly seed_hex?: string | undefined;
      /** Passphrase, with `key_type`. */
      readonly passphrase?: string | undefined;
      /** `secp256k1` or `ed25519`. */
      readonly key_type?: 'secp256k1' | 'ed25519' | undefined;
    };
    readonly answer: {
      /** Signature of the claim, in hex. */
      readonly signature: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Checks the signature of a claim against a payment channel, and whether the claim can be redeemed. */
  readonly channel_verify: {
    readonly params: {
      /** Id of the channel, 64 hex digits. */
      readonly channel_id: string;
      /** Drops of the claim, above zero. */
      readonly amount: string;
      /** The channel's key in base58 or hex. */
      readonly public_key: string;
      /** Signature of the claim in hex. */
      readonly signature: string;
      /** Say whether the validated ledger lets the claim be redeemed. */
      readonly channel_state?: boolean | undefined;
      /** With `channel_state`: how long the channel must live on (0). */
      readonly min_seconds_left?: number | undefined;
      /** Instead of one claim up to 10000 objects, each with the first four fields; a `channel_id` or `public_key` beside the array is for those without one. */
      readonly claims?: readonly Json[] | undefined;
    };
    readonly answer: {
      /** True if the signature is genuine. */
      readonly signature_verified?: boolean;
      /** With `channel_state`: true if the payee can redeem the claim. */
      readonly redeemable?: boolean;
      /** With `channel_state`: the reasons why not, in words. */
      readonly reasons?: readonly Json[];
      /** With `channel_state`: drops that redeeming it now would pay. */
      readonly value_now?: string;
      /** With `channel_state`: seconds until the channel expires, if it has an expiration. */
      readonly seconds_left?: number;
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** With `claims`: the verdict on each, in their order. */
      readonly claims?: readonly {
        /** As above. */
        readonly signature_verified?: boolean;
        /** As above. */
        readonly redeemable?: boolean;
        /** As above. */
        readonly reasons?: readonly Json[];
        /** As above. */
        readonly value_now?: string;
        /** As above. */
        readonly seconds_left?: number;
        /** Why this claim was not looked at; see `docs/errors.md`. */
        readonly error?: string;
        /** Its number. */
        readonly error_code?: number;
        /** Its text. */
        readonly error_message?: string;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Would connect to a peer: there are none. */
  readonly connect: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: JsonObject;
  };
  /** Describes the consensus round: one without anybody else. */
  readonly consensus_info: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** The round. */
      readonly info: {
        /** Seconds to which close times are rounded. */
        readonly close_granularity: number;
        /** The same. */
        readonly close_resolution: number;
        /** Always 0. */
        readonly converge_percent: number;
        /** Always false. */
        readonly have_time_consensus: boolean;
        /** Index of the open ledger. */
        readonly ledger_seq: number;
        /** Always `open`. */
        readonly phase: string;
        /** Always 0. */
        readonly previous_mseconds: number;
        /** Always 0. */
        readonly previous_proposers: number;
        /** Always 0. */
        readonly proposers: number;
        /** Always false. */
        readonly proposing: boolean;
        /** Always true. */
        readonly synched: boolean;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Says whether one account may send payments to another. */
  readonly deposit_authorized: {
    readonly params: {
      /** Address of the sender. */
      readonly source_account: string;
      /** Address of the receiver. */
      readonly destination_account: string;
      /** Ids of credentials of the sender, up to 8, to be shown together. */
      readonly credentials?: readonly Json[] | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Address of the account that pays. */
      readonly source_account: string;
      /** Address of the account that is paid. */
      readonly destination_account: string;
      /** True if the payment would be let in. */
      readonly deposit_authorized: boolean;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Says why a transaction gets its result: what was checked, in order, and what decided. */
  readonly explain: {
    readonly params: {
      /** Hash of a transaction in a ledger, or on its way to one. */
      readonly transaction?: string | undefined;
      /** Instead of it: a transaction in hex, signed or not. */
      readonly tx_blob?: string | undefined;
      /** Instead of it: a complete transaction in JSON, signed or not. */
      readonly tx_json?: JsonObject | undefined;
    };
    readonly answer: {
      /** Hash of the transaction. */
      readonly hash: string;
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** The result code; see `docs/results.md`. */
      readonly engine_result: string;
      /** Its number. */
      readonly engine_result_code: number;
      /** Its meaning in words. */
      readonly engine_result_message: string;
      /** Why the transaction gets this result; see `docs/explain.md`. */
      readonly explanation: {
        /** Why, in one line. */
        readonly reason: string;
        /** What to do about it. */
        readonly advice: string;
        /** The stage that decided: `preflight`, `preclaim`, `apply`, `invariants` or `queue`. */
        readonly decided_by: string;
        /** What was looked at, in order, until the decision. */
        readonly checked: readonly {
          /** The stage that it belongs to. */
          readonly stage: string;
          /** The step in words. */
          readonly text: string;
          /** What was looked at of it, or else of the transaction; null for what is absent. */
          readonly fields?: JsonObject;
          /** What the stage decided, at its end. */
          readonly engine_result?: string;
          /** Type of the ledger entry that was looked for. */
          readonly entry_type?: string;
          /** Its key. */
          readonly index?: string;
          /** True if it is there. */
          readonly exists?: boolean;
          readonly [field: string]: Json | undefined;
        }[];
        /** The ways of a payment, or of an offer that crosses others. */
        readonly strands?: readonly {
          /** 0 for the default path, 1 for the first of `Paths`. */
          readonly path: number;
          /** `used`, `dry`, `too dear` or `refused`. */
          readonly outcome: string;
          /** Its steps, as far as it got. */
          readonly steps: readonly {
            /** Between whom, or which order book. */
            readonly place: string;
            /** What went in. */
            readonly in: string;
            /** What came out. */
            readonly out: string;
            readonly [field: string]: Json | undefined;
          }[];
          readonly [field: string]: Json | undefined;
        }[];
        /** What the ways did altogether. */
        readonly flows?: readonly {
          /** The result code; see `docs/results.md`. */
          readonly engine_result: string;
          /** What was to arrive. */
          readonly wanted: string;
          /** What can. */
          readonly delivered: string;
          /** What that costs. */
          readonly spent: string;
          /** What it may cost at most. */
          readonly send_max: string;
          readonly [field: string]: Json | undefined;
        }[];
        readonly [field: string]: Json | undefined;
      };
      /** True if it is in a validated ledger. */
      readonly validated?: boolean;
      /** Index of that ledger. */
      readonly ledger_index?: number;
      /** How a transaction of a validated ledger was applied once more. */
      readonly replay?: {
        /** Its place in the ledger: so many transactions were applied before. */
        readonly position: number;
        /** True if its metadata came out the same, to the last byte. */
        readonly metadata_agrees: boolean;
        readonly [field: string]: Json | undefined;
      };
      /** Index of the open ledger that it was tried on. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the amendments that the server knows and those that are in force. */
  readonly feature: {
    readonly params: {
      /** Only this amendment, by name or id. */
      readonly feature?: string | undefined;
      /** Refused: nobody votes here. */
      readonly vetoed?: boolean | undefined;
    };
    readonly answer: {
      /** An amendment, by its id. */
      readonly [id: string]: {
        /** True if it is in force. */
        readonly enabled: boolean;
        /** True if the server knows it. */
        readonly supported: boolean;
        /** Its name. */
        readonly name: string;
        readonly [field: string]: Json | undefined;
      };
    };
  };
  /** Says what a transaction costs in the open ledger. */
  readonly fee: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      /** Transactions that the open ledger takes at the base fee. */
      readonly expected_ledger_size: string;
      /** Transactions that are in it. */
      readonly current_ledger_size: string;
      /** Transactions that wait. */
      readonly current_queue_size: string;
      /** How many may wait. */
      readonly max_queue_size: string;
      /** Fee levels: fees against the base fee, which is `reference_level`. */
      readonly levels: {
        /** Level of the base fee. */
        readonly reference_level: string;
        /** Least level to get into the queue. */
        readonly minimum_level: string;
        /** Median of the last ledger. */
        readonly median_level: string;
        /** Least level to get into the open ledger now. */
        readonly open_ledger_level: string;
        readonly [field: string]: Json | undefined;
      };
      /** The same in drops, for a simple transaction. */
      readonly drops: {
        /** Base fee. */
        readonly base_fee: string;
        /** Median of the last ledger. */
        readonly median_fee: string;
        /** Least fee to get into the queue. */
        readonly minimum_fee: string;
        /** Least fee to get into the open ledger now. */
        readonly open_ledger_fee: string;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists ledgers that are being fetched from peers: none. */
  readonly fetch_info: {
    readonly params: {
      /** Forget those that failed: none. */
      readonly clear?: boolean | undefined;
    };
    readonly answer: {
      /** Always empty. */
      readonly info: JsonObject;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Sums up what an issuer of tokens owes and holds. */
  readonly gateway_balances: {
    readonly params: {
      /** Address of the issuer. */
      readonly account: string;
      /** Older name of `account`. */
      readonly ident?: string | undefined;
      /** Accounts of the issuer whose balances are listed apart. */
      readonly hotwallet?: string | readonly Json[] | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Address of the account that was asked about. */
      readonly account: string;
      /** What holders have of the account's tokens, by currency, without hot wallets. */
      readonly obligations?: {
        /** The sum, by currency code. */
        readonly [currency: string]: string;
      };
      /** What the hot wallets hold, by address. */
      readonly balances?: {
        /** The balances of one hot wallet. */
        readonly [address: string]: readonly {
          /** Currency code. */
          readonly currency: string;
          /** Decimal number. */
          readonly value: string;
          readonly [field: string]: Json | undefined;
        }[];
      };
      /** Tokens of others that the account holds, by issuer. */
      readonly assets?: {
        /** The balances of one issuer. */
        readonly [address: string]: readonly {
          /** Currency code. */
          readonly currency: string;
          /** Decimal number. */
          readonly value: string;
          readonly [field: string]: Json | undefined;
        }[];
      };
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      /** What the account owes on lines that it has frozen, by address. */
      readonly frozen_balances?: {
        /** The balances of one holder. */
        readonly [address: string]: readonly {
          /** Currency code. */
          readonly currency: string;
          /** Decimal number. */
          readonly value: string;
          readonly [field: string]: Json | undefined;
        }[];
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Says what price oracles think of a pair of assets, on average. */
  readonly get_aggregate_price: {
    readonly params: {
      /** Up to 200 objects with `account` and `oracle_document_id`. */
      readonly oracles: readonly Json[];
      /** The currency that is priced. */
      readonly base_asset: string;
      /** The currency of the prices. */
      readonly quote_asset: string;
      /** Percentage of outliers to leave out, 1 to 25. */
      readonly trim?: number | undefined;
      /** Age in seconds, from the newest price on. */
      readonly time_threshold?: number | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** When the newest price was in force, in seconds since 1970. */
      readonly time: number;
      /** Statistics of all prices that count. */
      readonly entire_set: {
        /** The average price. */
        readonly mean: string;
        /** How many prices there are. */
        readonly size: number;
        /** Their deviation, of a sample. */
        readonly standard_deviation: string;
        readonly [field: string]: Json | undefined;
      };
      /** The price in the middle. */
      readonly median: string;
      /** The same of what `trim` leaves. */
      readonly trimmed_set: {
        /** The average price. */
        readonly mean: string;
        /** How many prices there are. */
        readonly size: number;
        /** Their deviation, of a sample. */
        readonly standard_deviation: string;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Says how long the server runs. */
  readonly get_counts: {
    readonly params: {
      /** Least count of objects to be shown; there are none. */
      readonly min_count?: number | undefined;
    };
    readonly answer: {
      /** Always 0. */
      readonly historical_perminute: number;
      /** Time since the start, in words. */
      readonly uptime: string;
      /** Always 0. */
      readonly write_load: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows a ledger: its header, and on request its transactions or its whole state. */
  readonly ledger: {
    readonly params: {
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current`; without one, the open and the last closed ledger. */
      readonly ledger_index?: string | number | undefined;
      /** List the transactions. */
      readonly transactions?: boolean | undefined;
      /** Whole transactions and entries instead of their hashes. */
      readonly expand?: boolean | undefined;
      /** Hex instead of JSON. */
      readonly binary?: boolean | undefined;
      /** What the owner of each new offer holds. */
      readonly owner_funds?: boolean | undefined;
      /** Queued transactions (open ledger only). */
      readonly queue?: boolean | undefined;
      /** The whole state. For administrators. */
      readonly accounts?: boolean | undefined;
      /** Everything. For administrators. */
      readonly full?: boolean | undefined;
      /** Deprecated: changes nothing, and is answered with a warning. */
      readonly type?: string | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The header, with what was asked for. */
      readonly ledger: {
        /** Hash of the ledger before. */
        readonly parent_hash?: string;
        /** Index of the ledger: a string in version 1 of the API, an integer in version 2. */
        readonly ledger_index?: number | string;
        /** True if the ledger is closed. */
        readonly closed: boolean;
        /** Hash of the ledger. */
        readonly ledger_hash?: string;
        /** Root hash of its transactions. */
        readonly transaction_hash?: string;
        /** Root hash of its state. */
        readonly account_hash?: string;
        /** All drops that there are. */
        readonly total_coins?: string;
        /** Flags of the close. */
        readonly close_flags?: number;
        /** Close time of the ledger before, in seconds since 2000-01-01T00:00:00Z. */
        readonly parent_close_time?: number;
        /** Close time, in seconds since 2000-01-01T00:00:00Z. */
        readonly close_time?: number;
        /** Seconds to which close times are rounded. */
        readonly close_time_resolution?: number;
        /** Close time as text. */
        readonly close_time_human?: string;
        /** Close time in ISO 8601. */
        readonly close_time_iso?: string;
        /** With `transactions`: the hashes; with `expand` the transactions. */
        readonly transactions?: readonly JsonObject[];
        /** With `full` or `accounts`: all entries of the state. */
        readonly accountState?: readonly JsonObject[];
        /** With `binary`: the header as bytes, in hex. */
        readonly ledger_data?: string;
        readonly [field: string]: Json | undefined;
      };
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Closes the open ledger and waits until it is durable. */
  readonly ledger_accept: {
    readonly params: {
      /** The ledger's exact close time in seconds since 2000-01-01T00:00:00Z; later than its parent's. */
      readonly close_time?: number | undefined;
    };
    readonly answer: {
      /** Index of the new open ledger: one more than that of the closed one. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Names the last closed ledger. */
  readonly ledger_closed: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Index of the last closed ledger. */
      readonly ledger_index?: number;
      /** Its hash. */
      readonly ledger_hash?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Gives the index of the open ledger. */
  readonly ledger_current: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Index of the open ledger. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists a ledger's entries. */
  readonly ledger_data: {
    readonly params: {
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Only entries of this type. */
      readonly type?: string | undefined;
      /** Hex instead of JSON. */
      readonly binary?: boolean | undefined;
      /** Most entries to look at (256, 2048 in hex). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Header of the ledger, on the first page. */
      readonly ledger: JsonObject;
      /** The entries of this page. */
      readonly state: readonly JsonObject[];
      /** Where the next page begins; absent on the last one. */
      readonly marker?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows one entry of the ledger. */
  readonly ledger_entry: {
    readonly params: {
      /** Key of an entry of any type. One of this and the next is required. */
      readonly index?: string | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly account?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly amendments?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly amm?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly bridge?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly check?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly credential?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly delegate?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly deposit_preauth?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly did?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly directory?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly escrow?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly fee?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly hashes?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly loan?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly loan_broker?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly mpt_issuance?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly mptoken?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly nft_offer?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly nft_page?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly nunl?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly offer?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly oracle?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly payment_channel?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly permissioned_domain?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly signer_list?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly state?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly ticket?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly vault?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly xchain_owned_claim_id?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly xchain_owned_create_account_claim_id?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly account_root?: string | JsonObject | undefined;
      /** Its key or what identifies it: `account`, `amendments`, `amm`, `bridge`, `check`, `credential`, `delegate`, `deposit_preauth`, `did`, `directory`, `escrow`, `fee`, `hashes`, `loan`, `loan_broker`, `mpt_issuance`, `mptoken`, `nft_offer`, `nft_page`, `nunl`, `offer`, `oracle`, `payment_channel`, `permissioned_domain`, `signer_list`, `state`, `ticket`, `vault`, `xchain_owned_claim_id`, `xchain_owned_create_account_claim_id`, `account_root`, `ripple_state`. */
      readonly ripple_state?: string | JsonObject | undefined;
      /** With `bridge`: the door on whose side it is. */
      readonly bridge_account?: string | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Hex instead of JSON. */
      readonly binary?: boolean | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Key of the entry. */
      readonly index: string;
      /** The entry with all its fields. */
      readonly node?: JsonObject;
      /** With `binary`: the entry as bytes, in hex. */
      readonly node_binary?: string;
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows the header of a ledger, as bytes too. */
  readonly ledger_header: {
    readonly params: {
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The header, with what was asked for. */
      readonly ledger: {
        /** Hash of the ledger before. */
        readonly parent_hash: string;
        /** Index of the ledger: a string in version 1 of the API, an integer in version 2. */
        readonly ledger_index: string;
        /** True if the ledger is closed. */
        readonly closed: boolean;
        /** Hash of the ledger. */
        readonly ledger_hash: string;
        /** Root hash of its transactions. */
        readonly transaction_hash: string;
        /** Root hash of its state. */
        readonly account_hash: string;
        /** All drops that there are. */
        readonly total_coins: string;
        /** Flags of the close. */
        readonly close_flags: number;
        /** Close time of the ledger before, in seconds since 2000-01-01T00:00:00Z. */
        readonly parent_close_time: number;
        /** Close time, in seconds since 2000-01-01T00:00:00Z. */
        readonly close_time: number;
        /** Seconds to which close times are rounded. */
        readonly close_time_resolution: number;
        /** Close time as text. */
        readonly close_time_human: string;
        /** Close time in ISO 8601. */
        readonly close_time_iso: string;
        readonly [field: string]: Json | undefined;
      };
      /** The header as bytes, in hex. */
      readonly ledger_data: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows the header of a closed ledger that the server has. */
  readonly ledger_request: {
    readonly params: {
      /** Hash of the ledger; either this or its index. */
      readonly ledger_hash?: string | undefined;
      /** Index, below that of the last validated ledger. */
      readonly ledger_index?: number | undefined;
    };
    readonly answer: {
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** The header, with what was asked for. */
      readonly ledger: {
        /** Hash of the ledger before. */
        readonly parent_hash: string;
        /** Index of the ledger: a string in version 1 of the API, an integer in version 2. */
        readonly ledger_index: string;
        /** True if the ledger is closed. */
        readonly closed: boolean;
        /** Hash of the ledger. */
        readonly ledger_hash: string;
        /** Root hash of its transactions. */
        readonly transaction_hash: string;
        /** Root hash of its state. */
        readonly account_hash: string;
        /** All drops that there are. */
        readonly total_coins: string;
        /** Flags of the close. */
        readonly close_flags: number;
        /** Close time of the ledger before, in seconds since 2000-01-01T00:00:00Z. */
        readonly parent_close_time: number;
        /** Close time, in seconds since 2000-01-01T00:00:00Z. */
        readonly close_time: number;
        /** Seconds to which close times are rounded. */
        readonly close_time_resolution: number;
        /** Close time as text. */
        readonly close_time_human: string;
        /** Close time in ISO 8601. */
        readonly close_time_iso: string;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Would open the log file anew: there is none, the log goes to the standard error. */
  readonly logrotate: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** What was done, in words. */
      readonly message: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Repeats a validator's public key: there are no manifests that name another one. */
  readonly manifest: {
    readonly params: {
      /** Public key of a validator. */
      readonly public_key: string;
    };
    readonly answer: {
      /** The key of the request. */
      readonly requested: string;
      /** Its keys. */
      readonly details: {
        /** The same key: there are no manifests that name another one. */
        readonly master_key: string;
        /** The same key. */
        readonly ephemeral_key: string;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the offers to buy a non-fungible token. */
  readonly nft_buy_offers: {
    readonly params: {
      /** The token. */
      readonly nft_id: string;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Most offers to list (250). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Id of the token. */
      readonly nft_id: string;
      /** The offers of this page. */
      readonly offers: readonly {
        /** Key of its entry; what NFTokenAcceptOffer names. */
        readonly nft_offer_index: string;
        /** Flags of the entry. */
        readonly flags: number;
        /** Address of the account that made it. */
        readonly owner: string;
        /** The price: drops as a string, or a token amount. */
        readonly amount: string;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the offers to sell a non-fungible token. */
  readonly nft_sell_offers: {
    readonly params: {
      /** The token. */
      readonly nft_id: string;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
      /** Most offers to list (250). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** Id of the token. */
      readonly nft_id: string;
      /** The offers of this page. */
      readonly offers: readonly {
        /** Key of its entry; what NFTokenAcceptOffer names. */
        readonly nft_offer_index: string;
        /** Flags of the entry. */
        readonly flags: number;
        /** Address of the account that made it. */
        readonly owner: string;
        /** Address of the only account that may accept it; absent if anybody may. */
        readonly destination: string;
        /** When it expires, in seconds since 2000-01-01T00:00:00Z; absent if it never does. */
        readonly expiration: number;
        /** The price: drops as a string, or a token amount. */
        readonly amount: string;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Checks an account's rippling flags against its role. */
  readonly noripple_check: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** `gateway` or `user`. */
      readonly role: 'gateway' | 'user';
      /** Suggest transactions that solve the problems. */
      readonly transactions?: boolean | undefined;
      /** Most problems with trust lines to report (300). */
      readonly limit?: number | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The problems that were found, in words. */
      readonly problems: readonly Json[];
      /** With `transactions`: unsigned transactions that would solve them. */
      readonly transactions: readonly JsonObject[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists up to 1,000 trust lines and offers of an account in the last closed and in the open ledger. */
  readonly owner_info: {
    readonly params: {
      /** Address of the account. */
      readonly account: string;
      /** Older name of `account`. */
      readonly ident?: string | undefined;
    };
    readonly answer: {
      /** Trust lines in the last closed ledger. */
      readonly accepted: JsonObject;
      /** Trust lines in the open ledger. */
      readonly current: JsonObject;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Keeps a WebSocket connection informed, with each ledger, how one account can pay another. */
  readonly path_find: {
    readonly params: {
      /** `create` asks, and replaces the question before; `status` tells the newest answer; `close` ends it. */
      readonly subcommand: string;
      /** Address of the account that pays. */
      readonly source_account?: string | undefined;
      /** Address of the account that is paid. */
      readonly destination_account?: string | undefined;
      /** What is to be delivered; -1 (of a token: `value` `-1`) for as much as can be had. */
      readonly destination_amount?: string | JsonObject | undefined;
      /** What may be sent; only with a `destination_amount` of -1. */
      readonly send_max?: string | JsonObject | undefined;
      /** What may be sent: up to 18 objects with `currency` and perhaps `issuer`. Without it, all that the source has. */
      readonly source_currencies?: readonly Json[] | undefined;
      /** Id of a permissioned domain, whose order books are used instead of the open ones. */
      readonly domain?: string | undefined;
    };
    readonly answer: {
      /** The ways to pay that were found. */
      readonly alternatives: readonly {
        /** What it would cost: drops as a string, or a token amount. */
        readonly source_amount: JsonObject | string;
        /** The paths, as `Paths` of a Payment takes them. */
        readonly paths_computed: readonly Json[];
        readonly [field: string]: Json | undefined;
      }[];
      /** Address of the account that pays. */
      readonly source_account: string;
      /** Address of the account that is paid. */
      readonly destination_account: string;
      /** What is to arrive. */
      readonly destination_amount: {
        /** Currency code. */
        readonly currency: string;
        /** Address of the issuer. */
        readonly issuer: string;
        /** Decimal number. */
        readonly value: string;
        readonly [field: string]: Json | undefined;
      };
      /** False in the first answer, true in those that follow; all of them are whole searches. */
      readonly full_reply: boolean;
      /** With `close`: true. */
      readonly closed?: boolean;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists peers with a reserved place: none. */
  readonly peer_reservations_list: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always empty. */
      readonly reservations: readonly Json[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists peers: none. */
  readonly peers: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always empty. */
      readonly cluster: JsonObject;
      /** Always null. */
      readonly peers: null;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Answers at once, and tells the operator that they are one. */
  readonly ping: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** `admin` for the operator; absent for others. */
      readonly role: string;
      /** On a WebSocket, for the operator: true. */
      readonly unlimited?: boolean;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Gives 256 unpredictable bits as hex. */
  readonly random: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** 256 random bits in hex. */
      readonly random: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Finds how one account can pay another, through whom, and at what price. */
  readonly ripple_path_find: {
    readonly params: {
      /** Address of the account that pays. */
      readonly source_account: string;
      /** Address of the account that is paid. */
      readonly destination_account: string;
      /** What is to be delivered; -1 (of a token: `value` `-1`) for as much as can be had. */
      readonly destination_amount: string | JsonObject;
      /** What may be sent; only with a `destination_amount` of -1. */
      readonly send_max?: string | JsonObject | undefined;
      /** What may be sent: up to 18 objects with `currency` and perhaps `issuer`. Without it, all that the source has. */
      readonly source_currencies?: readonly Json[] | undefined;
      /** Id of a permissioned domain, whose order books are used instead of the open ones. */
      readonly domain?: string | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** The ways to pay that were found. */
      readonly alternatives: readonly {
        /** What it would cost: drops as a string, or a token amount. */
        readonly source_amount: JsonObject | string;
        /** The paths, as `Paths` of a Payment takes them. */
        readonly paths_computed: readonly Json[];
        /** Always empty, as in the reference. */
        readonly paths_canonical: readonly Json[];
        readonly [field: string]: Json | undefined;
      }[];
      /** Currencies that the destination can receive. */
      readonly destination_currencies: readonly Json[];
      /** Address of the account that pays. */
      readonly source_account: string;
      /** Address of the account that is paid. */
      readonly destination_account: string;
      /** What is to arrive. */
      readonly destination_amount: {
        /** Currency code. */
        readonly currency: string;
        /** Address of the issuer. */
        readonly issuer: string;
        /** Decimal number. */
        readonly value: string;
        readonly [field: string]: Json | undefined;
      };
      /** Always true: each answer is a whole search. */
      readonly full_reply: boolean;
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists fields, formats, flags and result codes, for client libraries. */
  readonly server_definitions: {
    readonly params: {
      /** Answer only the hash if the definitions still have this one. */
      readonly hash?: string | undefined;
    };
    readonly answer: {
      /** Numbers for `SetFlag` and `ClearFlag`, by name. */
      readonly ACCOUNT_SET_FLAGS: JsonObject;
      /** All fields: name, and how it is serialized. */
      readonly FIELDS: readonly Json[];
      /** Flags by type of entry. */
      readonly LEDGER_ENTRY_FLAGS: JsonObject;
      /** Fields by type of entry. */
      readonly LEDGER_ENTRY_FORMATS: JsonObject;
      /** Numbers by type of entry. */
      readonly LEDGER_ENTRY_TYPES: JsonObject;
      /** Flags by type of transaction. */
      readonly TRANSACTION_FLAGS: JsonObject;
      /** Fields by type of transaction. */
      readonly TRANSACTION_FORMATS: JsonObject;
      /** Numbers by result. */
      readonly TRANSACTION_RESULTS: JsonObject;
      /** Numbers by type of transaction. */
      readonly TRANSACTION_TYPES: JsonObject;
      /** Numbers by type of field. */
      readonly TYPES: JsonObject;
      /** Hash of all of it: send it back, and the answer is short while nothing changed. */
      readonly hash: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Describes the server and its last validated ledger. */
  readonly server_info: {
    readonly params: {
      /** Tell how often each method was called and how long that took, too. */
      readonly counters?: boolean | undefined;
    };
    readonly answer: {
      /** The description. */
      readonly info: {
        /** Version of the reference whose API is spoken. */
        readonly build_version: string;
        /** Ledgers that the server has. */
        readonly complete_ledgers: string;
        /** Microseconds until the server was ready. */
        readonly initial_sync_duration_us: string;
        /** Milliseconds for which something that is due has to wait. */
        readonly io_latency_ms: number;
        /** Always 0. */
        readonly jq_trans_overflow: string;
        /** Always 0: there are no peers. */
        readonly peer_disconnects: string;
        /** Always 0. */
        readonly peer_disconnects_resources: string;
        /** Always 0. */
        readonly peers: number;
        /** Ports that serve. */
        readonly ports: readonly {
          /** Its number. */
          readonly port: string;
          /** What it speaks. */
          readonly protocol: readonly Json[];
          readonly [field: string]: Json | undefined;
        }[];
        /** Public key of the server. */
        readonly pubkey_node: string;
        /** `full` while the server works. */
        readonly server_state: string;
        /** Microseconds for which that has been so. */
        readonly server_state_duration_us: string;
        /** Time spent in each state. */
        readonly state_accounting: {
          /** One state. */
          readonly [state: string]: {
            /** Microseconds in it. */
            readonly duration_us: string;
            /** How often it was entered. */
            readonly transitions: string;
            readonly [field: string]: Json | undefined;
          };
        };
        /** Time of the server. */
        readonly time: string;
        /** Seconds since the start. */
        readonly uptime: number;
        /** Always 0: there are no validators. */
        readonly validation_quorum: number;
        /** Threads, and the kinds of work that they do. */
        readonly load: JsonObject;
        /** `none`: the server is no validator. */
        readonly pubkey_validator: string;
        /** Name of the machine, for the operator. */
        readonly hostid: string;
        /** Lists of validators: none. */
        readonly validator_list: {
          /** Always 0. */
          readonly count: number;
          /** Always `unknown`. */
          readonly expiration: string;
          /** Always `unknown`. */
          readonly status: string;
          readonly [field: string]: Json | undefined;
        };
        /** How many times the base fee a transaction costs, against `load_base` where there is one. */
        readonly load_factor: number;
        /** The last close. */
        readonly last_close: {
          /** Seconds of its round; there is nobody to agree with. */
          readonly converge_time_s: number;
          /** Always 0. */
          readonly proposers: number;
          readonly [field: string]: Json | undefined;
        };
        /** The last validated ledger. */
        readonly validated_ledger: {
          /** Seconds since it closed. */
          readonly age: number;
          /** Base fee in XRP. */
          readonly base_fee_xrp: number;
          /** Its hash. */
          readonly hash: string;
          /** Reserve of an account in XRP. */
          readonly reserve_base_xrp: number;
          /** Reserve of an object in XRP. */
          readonly reserve_inc_xrp: number;
          /** Its index. */
          readonly seq: number;
          readonly [field: string]: Json | undefined;
        };
        /** With `counters`: how often each method was called, and how long that took. */
        readonly counters?: JsonObject;
        /** With `counters`: the requests that are being answered. */
        readonly current_activities?: JsonObject;
        readonly [field: string]: Json | undefined;
      };
      /** What only Weir says. */
      readonly weir: {
        /** Weir's own version. */
        readonly version: string;
        /** True where the operator may move the clock and change the ledger by hand; absent elsewhere. */
        readonly test_bench: boolean;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Describes the server and its last validated ledger in machine units. */
  readonly server_state: {
    readonly params: {
      /** Tell how often each method was called and how long that took, too. */
      readonly counters?: boolean | undefined;
    };
    readonly answer: {
      /** The description. */
      readonly state: {
        /** Version of the reference whose API is spoken. */
        readonly build_version: string;
        /** Ledgers that the server has. */
        readonly complete_ledgers: string;
        /** Microseconds until the server was ready. */
        readonly initial_sync_duration_us: string;
        /** Milliseconds for which something that is due has to wait. */
        readonly io_latency_ms: number;
        /** Always 0. */
        readonly jq_trans_overflow: string;
        /** Always 0: there are no peers. */
        readonly peer_disconnects: string;
        /** Always 0. */
        readonly peer_disconnects_resources: string;
        /** Always 0. */
        readonly peers: number;
        /** Ports that serve. */
        readonly ports: readonly {
          /** Its number. */
          readonly port: string;
          /** What it speaks. */
          readonly protocol: readonly Json[];
          readonly [field: string]: Json | undefined;
        }[];
        /** Public key of the server. */
        readonly pubkey_node: string;
        /** `full` while the server works. */
        readonly server_state: string;
        /** Microseconds for which that has been so. */
        readonly server_state_duration_us: string;
        /** Time spent in each state. */
        readonly state_accounting: {
          /** One state. */
          readonly [state: string]: {
            /** Microseconds in it. */
            readonly duration_us: string;
            /** How often it was entered. */
            readonly transitions: string;
            readonly [field: string]: Json | undefined;
          };
        };
        /** Time of the server. */
        readonly time: string;
        /** Seconds since the start. */
        readonly uptime: number;
        /** Always 0: there are no validators. */
        readonly validation_quorum: number;
        /** Threads, and the kinds of work that they do. */
        readonly load: JsonObject;
        /** `none`: the server is no validator. */
        readonly pubkey_validator: string;
        /** Always 0. */
        readonly validator_list_expires: number;
        /** The load factor of a server without load. */
        readonly load_base: number;
        /** How many times the base fee a transaction costs, against `load_base` where there is one. */
        readonly load_factor: number;
        /** Least fee level to get into the open ledger. */
        readonly load_factor_fee_escalation: number;
        /** Least fee level to get into the queue. */
        readonly load_factor_fee_queue: number;
        /** Level of the base fee. */
        readonly load_factor_fee_reference: number;
        /** Load factor without the open ledger. */
        readonly load_factor_server: number;
        /** The last close. */
        readonly last_close: {
          /** Milliseconds of its round; there is nobody to agree with. */
          readonly converge_time: number;
          /** Always 0. */
          readonly proposers: number;
          readonly [field: string]: Json | undefined;
        };
        /** The last validated ledger. */
        readonly validated_ledger: {
          /** Base fee in drops. */
          readonly base_fee: number;
          /** Its close time, in seconds since 2000-01-01T00:00:00Z. */
          readonly close_time: number;
          /** Its hash. */
          readonly hash: string;
          /** Reserve of an account in drops. */
          readonly reserve_base: number;
          /** Reserve of an object in drops. */
          readonly reserve_inc: number;
          /** Its index. */
          readonly seq: number;
          readonly [field: string]: Json | undefined;
        };
        /** With `counters`: how often each method was called, and how long that took. */
        readonly counters?: JsonObject;
        /** With `counters`: the requests that are being answered. */
        readonly current_activities?: JsonObject;
        readonly [field: string]: Json | undefined;
      };
      /** What only Weir says. */
      readonly weir: {
        /** Weir's own version. */
        readonly version: string;
        /** True where the operator may move the clock and change the ledger by hand; absent elsewhere. */
        readonly test_bench: boolean;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Fills in and signs a transaction. */
  readonly sign: {
    readonly params: {
      /** The transaction. */
      readonly tx_json: JsonObject;
      /** Secret of the key to sign with, in any spelling. Or `seed`, `seed_hex` or `passphrase`, with `key_type`. */
      readonly secret?: string | undefined;
      /** Base58 seed, with `key_type`. */
      readonly seed?: string | undefined;
      /** Seed in hex, with `key_type`. */
      readonly seed_hex?: string | undefined;
      /** Passphrase, with `key_type`. */
      readonly passphrase?: string | undefined;
      /** `secp256k1` or `ed25519`. */
      readonly key_type?: 'secp256k1' | 'ed25519' | undefined;
      /** Ask no ledger and fill in nothing. */
      readonly offline?: boolean | undefined;
      /** Most by which the base fee may be multiplied (10). */
      readonly fee_mult_max?: number | undefined;
      /** Divisor of that bound (1). */
      readonly fee_div_max?: number | undefined;
      /** Look for paths that a payment can take, and put them in. */
      readonly build_path?: boolean | undefined;
      /** Object that the signature goes into, such as `CounterpartySignature`, instead of the transaction itself. */
      readonly signature_target?: string | undefined;
    };
    readonly answer: {
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** The transaction as bytes, in hex. */
      readonly tx_blob: string;
      /** Hash of the transaction. */
      readonly hash?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Signs a transaction as one of several signers. */
  readonly sign_for: {
    readonly params: {
      /** Address of the signer. */
      readonly account: string;
      /** The complete transaction, with signatures so far. */
      readonly tx_json: JsonObject;
      /** Secret of the key to sign with, in any spelling. Or `seed`, `seed_hex` or `passphrase`, with `key_type`. */
      readonly secret?: string | undefined;
      /** Base58 seed, with `key_type`. */
      readonly seed?: string | undefined;
      /** Seed in hex, with `key_type`. */
      readonly seed_hex?: string | undefined;
      /** Passphrase, with `key_type`. */
      readonly passphrase?: string | undefined;
      /** `secp256k1` or `ed25519`. */
      readonly key_type?: 'secp256k1' | 'ed25519' | undefined;
      /** Ask no ledger about the sender. */
      readonly offline?: boolean | undefined;
    };
    readonly answer: {
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** The transaction as bytes, in hex. */
      readonly tx_blob: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Tells what an unsigned transaction would do now, and does nothing. */
  readonly simulate: {
    readonly params: {
      /** The transaction; what is missing of it is filled in. */
      readonly tx_json?: JsonObject | undefined;
      /** Instead of `tx_json`: its fields in hex. */
      readonly tx_blob?: string | undefined;
      /** Hex instead of JSON. */
      readonly binary?: boolean | undefined;
      /** Also says what was checked, in order, and what decided. */
      readonly explain?: boolean | undefined;
    };
    readonly answer: {
      /** Always false: nothing happened. */
      readonly applied: boolean;
      /** Index of the open ledger in which it was tried. */
      readonly ledger_index?: number;
      /** The result code; see `docs/results.md`. */
      readonly engine_result: string;
      /** Its number. */
      readonly engine_result_code: number;
      /** Its meaning in words. */
      readonly engine_result_message: string;
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** What the transaction would change. */
      readonly meta: JsonObject;
      /** Why the transaction gets this result; see `docs/explain.md`. */
      readonly explanation?: {
        /** Why, in one line. */
        readonly reason: string;
        /** What to do about it. */
        readonly advice: string;
        /** The stage that decided: `preflight`, `preclaim`, `apply`, `invariants` or `queue`. */
        readonly decided_by: string;
        /** What was looked at, in order, until the decision. */
        readonly checked: readonly {
          /** The stage that it belongs to. */
          readonly stage: string;
          /** The step in words. */
          readonly text: string;
          /** What was looked at of it, or else of the transaction; null for what is absent. */
          readonly fields?: JsonObject;
          /** What the stage decided, at its end. */
          readonly engine_result?: string;
          /** Type of the ledger entry that was looked for. */
          readonly entry_type?: string;
          /** Its key. */
          readonly index?: string;
          /** True if it is there. */
          readonly exists?: boolean;
          readonly [field: string]: Json | undefined;
        }[];
        /** The ways of a payment, or of an offer that crosses others. */
        readonly strands: readonly {
          /** 0 for the default path, 1 for the first of `Paths`. */
          readonly path: number;
          /** `used`, `dry`, `too dear` or `refused`. */
          readonly outcome: string;
          /** Why it was not used. */
          readonly because: string;
          /** Its steps, as far as it got. */
          readonly steps: readonly {
            /** Between whom, or which order book. */
            readonly place: string;
            readonly [field: string]: Json | undefined;
          }[];
          readonly [field: string]: Json | undefined;
        }[];
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Stops the server, after the requests under way. */
  readonly stop: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** What was done, in words. */
      readonly message: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Submits a transaction; its result is provisional until the ledger that holds it is validated. */
  readonly submit: {
    readonly params: {
      /** A signed transaction in hex. */
      readonly tx_blob?: string | undefined;
      /** Instead of `tx_blob`: a transaction to complete and sign. */
      readonly tx_json?: JsonObject | undefined;
      /** Secret of the key to sign with, in any spelling. Or `seed`, `seed_hex` or `passphrase`, with `key_type`. */
      readonly secret?: string | undefined;
      /** Base58 seed, with `key_type`. */
      readonly seed?: string | undefined;
      /** Seed in hex, with `key_type`. */
      readonly seed_hex?: string | undefined;
      /** Passphrase, with `key_type`. */
      readonly passphrase?: string | undefined;
      /** `secp256k1` or `ed25519`. */
      readonly key_type?: 'secp256k1' | 'ed25519' | undefined;
      /** Neither keep nor charge a transaction that fails now. */
      readonly fail_hard?: boolean | undefined;
      /** Fill in nothing. */
      readonly offline?: boolean | undefined;
      /** Most by which the base fee may be multiplied (10). */
      readonly fee_mult_max?: number | undefined;
      /** Divisor of that bound (1). */
      readonly fee_div_max?: number | undefined;
      /** Look for paths that a payment can take, and put them in. */
      readonly build_path?: boolean | undefined;
      /** Object that the signature goes into, such as `CounterpartySignature`, instead of the transaction itself. */
      readonly signature_target?: string | undefined;
      /** Answer when the result is final, with metadata or with the reason why not. */
      readonly wait?: boolean | undefined;
      /** How long to wait at most (60000); up to 300000. */
      readonly timeout_ms?: number | undefined;
    };
    readonly answer: {
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** The transaction as bytes, in hex. */
      readonly tx_blob: string;
      /** The result code; see `docs/results.md`. */
      readonly engine_result: string;
      /** Its number. */
      readonly engine_result_code: number;
      /** Its meaning in words. */
      readonly engine_result_message: string;
      /** True if the transaction was applied, queued or kept, or was sent on. */
      readonly accepted?: boolean;
      /** True if it is in the open ledger. */
      readonly applied?: boolean;
      /** True if it would have been sent to other servers. */
      readonly broadcast?: boolean;
      /** True if it waits in the queue. */
      readonly queued?: boolean;
      /** True if it is kept for the next ledgers. */
      readonly kept?: boolean;
      /** The account's next sequence number. */
      readonly account_sequence_next?: number;
      /** The same, counting transactions in the queue too. */
      readonly account_sequence_available?: number;
      /** Drops that such a transaction costs to get into the open ledger now. */
      readonly open_ledger_cost?: string;
      /** Index of the last validated ledger. */
      readonly validated_ledger_index?: number;
      /** Why it failed, in one line, or that it deleted an authorization; see `docs/explain.md`. */
      readonly engine_result_reason?: string;
      /** Hash of the transaction. */
      readonly hash?: string;
      /** With `wait`: true if nothing can change any more. */
      readonly final?: boolean;
      /** With `wait`: true if the transaction is in a validated ledger. */
      readonly validated?: boolean;
      /** With `wait`: index of the ledger that holds it. */
      readonly ledger_index?: number;
      /** With `wait`: hash of that ledger. */
      readonly ledger_hash?: string;
      /** With `wait`: close time of that ledger. */
      readonly close_time_iso?: string;
      /** With `wait`: the metadata. */
      readonly meta?: JsonObject;
      /** With `wait`: why it did not succeed, in words. */
      readonly explanation?: string;
      /** Id of the payment channel that the transaction opens. */
      readonly channel_id?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Submits a transaction with the signatures of several accounts. */
  readonly submit_multisigned: {
    readonly params: {
      /** The transaction with its `Signers`. */
      readonly tx_json: JsonObject;
      /** Neither keep nor charge a transaction that fails now. */
      readonly fail_hard?: boolean | undefined;
    };
    readonly answer: {
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** The transaction as bytes, in hex. */
      readonly tx_blob: string;
      /** The result code; see `docs/results.md`. */
      readonly engine_result: string;
      /** Its number. */
      readonly engine_result_code: number;
      /** Its meaning in words. */
      readonly engine_result_message: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Sends messages over this WebSocket when ledgers close or transactions happen. */
  readonly subscribe: {
    readonly params: {
      /** `ledger`, `book_changes`, `transactions`, `transactions_proposed`, `server`. */
      readonly streams?: readonly Json[] | undefined;
      /** Addresses whose validated transactions to send. */
      readonly accounts?: readonly Json[] | undefined;
      /** The same, with transactions that are not validated yet. */
      readonly accounts_proposed?: readonly Json[] | undefined;
      /** Order books to hear of: objects with `taker_pays` and `taker_gets`, as for `book_offers`; `both` for both directions, `snapshot` for the offers that are there, `taker` and `domain` as there. A transaction is sent if an offer gives what `taker_pays` names and takes what `taker_gets` names. */
      readonly books?: readonly Json[] | undefined;
      /** Begin with the messages of this past ledger, then go on live; for all but proposed transactions. */
      readonly start_ledger?: number | undefined;
    };
    readonly answer: {
      /** With `server`: always true. */
      readonly stand_alone?: boolean;
      /** 256 random bits in hex. */
      readonly random?: string;
      /** With `server`: `full`. */
      readonly server_status?: string;
      /** The load factor of a server without load. */
      readonly load_base?: number;
      /** How many times the base fee a transaction costs, against `load_base` where there is one. */
      readonly load_factor?: number;
      /** Name of the machine, for the operator. */
      readonly hostid?: string;
      /** Public key of the server. */
      readonly pubkey_node?: string;
      /** With `ledger`: index of the last validated ledger. */
      readonly ledger_index?: number;
      /** With `ledger`: its hash. */
      readonly ledger_hash?: string;
      /** Close time of that ledger, in seconds since 2000-01-01T00:00:00Z. */
      readonly ledger_time?: number;
      /** Network id of the chain; 0 if none was set. */
      readonly network_id?: number;
      /** With `ledger`: base fee in drops. */
      readonly fee_base?: number;
      /** With `ledger`: reserve of an account in drops. */
      readonly reserve_base?: number;
      /** With `ledger`: reserve of an object in drops. */
      readonly reserve_inc?: number;
      /** With `ledger`: ledgers that the server has. */
      readonly validated_ledgers?: string;
      /** With `start_ledger`: the ledger whose messages come first. */
      readonly start_ledger?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows a transaction of a given ledger. */
  readonly transaction_entry: {
    readonly params: {
      /** Hash of the transaction. */
      readonly tx_hash: string;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated` or `closed`. */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** Metadata: what the transaction changed, and its result. */
      readonly metadata?: JsonObject;
      /** Metadata: what the transaction changed, its result, and `delivered_amount`. */
      readonly meta?: JsonObject;
      /** Hash of the transaction. */
      readonly hash?: string;
      /** Close time of the ledger, as text. */
      readonly close_time_iso?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows a transaction and what it did. */
  readonly tx: {
    readonly params: {
      /** Hash of the transaction, in either case. */
      readonly transaction?: string | undefined;
      /** Instead of the hash: ledger, position and network in 16 hex digits. */
      readonly ctid?: string | undefined;
      /** Hex instead of JSON. */
      readonly binary?: boolean | undefined;
      /** First of the ledgers that a missing transaction is expected in. */
      readonly min_ledger?: number | undefined;
      /** Last of them; an error then says whether all were searched. */
      readonly max_ledger?: number | undefined;
    };
    readonly answer: {
      /** Type of the transaction. */
      readonly TransactionType?: string;
      /** Sequence number. */
      readonly Sequence?: number;
      /** Amount: drops as a string, or a token amount. */
      readonly Amount?: JsonObject | string;
      /** Fee in drops. */
      readonly Fee?: string;
      /** Public key that signed, in hex. */
      readonly SigningPubKey?: string;
      /** Signature in hex. */
      readonly TxnSignature?: string;
      /** Address of the account. */
      readonly Account?: string;
      /** Address of the account that is paid. */
      readonly Destination?: string;
      /** The same as `Amount`, under its newer name. */
      readonly DeliverMax?: {
        /** Currency code. */
        readonly currency: string;
        /** Address of the issuer. */
        readonly issuer: string;
        /** Decimal number. */
        readonly value: string;
        readonly [field: string]: Json | undefined;
      };
      /** Hash of the transaction. */
      readonly hash: string;
      /** Index of the ledger that holds it (older name). */
      readonly inLedger?: number;
      /** Index of the ledger that holds it; absent while it is in none. */
      readonly ledger_index?: number;
      /** Close time of its ledger, in seconds since 2000-01-01T00:00:00Z. */
      readonly date?: number;
      /** Short id of the transaction: ledger, position and network. */
      readonly ctid: string;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Metadata: an object, or hex with `binary`. */
      readonly meta?: JsonObject | string;
      /** Tag for the destination. */
      readonly DestinationTag?: number;
      /** When a payment channel ends in any case, in seconds since 2000-01-01T00:00:00Z. */
      readonly CancelAfter?: number;
      /** Seconds that a requested close of a payment channel takes at least. */
      readonly SettleDelay?: number;
      /** Key that signs the claims of a payment channel, in hex. */
      readonly PublicKey?: string;
      /** Id of the payment channel. */
      readonly channel_id?: string;
      /** With `binary`, in version 1: the transaction as bytes, in hex. */
      readonly tx?: string;
      /** The transaction with all its fields. */
      readonly tx_json?: JsonObject;
      /** Hash of that ledger. */
      readonly ledger_hash?: string;
      /** Close time of the ledger, as text. */
      readonly close_time_iso?: string;
      /** The transaction as bytes, in hex. */
      readonly tx_blob?: string;
      /** The metadata as bytes, in hex. */
      readonly meta_blob?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists 20 of the newest transactions. */
  readonly tx_history: {
    readonly params: {
      /** How many of the newest to skip; 10,000 at most for users. */
      readonly start: number;
    };
    readonly answer: {
      /** The `start` of the request. */
      readonly index: number;
      /** The transactions. */
      readonly txs: readonly JsonObject[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Counts what was relayed to peers: nothing. */
  readonly tx_reduce_relay: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always 0. */
      readonly txr_tx_cnt: string;
      /** Always 0. */
      readonly txr_tx_sz: string;
      /** Always 0. */
      readonly txr_have_txs_cnt: string;
      /** Always 0. */
      readonly txr_have_txs_sz: string;
      /** Always 0. */
      readonly txr_get_ledger_cnt: string;
      /** Always 0. */
      readonly txr_get_ledger_sz: string;
      /** Always 0. */
      readonly txr_ledger_data_cnt: string;
      /** Always 0. */
      readonly txr_ledger_data_sz: string;
      /** Always 0. */
      readonly txr_transactions_cnt: string;
      /** Always 0. */
      readonly txr_transactions_sz: string;
      /** Always 0. */
      readonly txr_selected_cnt: string;
      /** Always 0. */
      readonly txr_suppressed_cnt: string;
      /** Always 0. */
      readonly txr_not_enabled_cnt: string;
      /** Always 0. */
      readonly txr_missing_tx_freq: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists validators that are known: none. */
  readonly unl_list: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always null. */
      readonly unl: null;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Ends subscriptions of this WebSocket. */
  readonly unsubscribe: {
    readonly params: {
      /** Streams to end. */
      readonly streams?: readonly Json[] | undefined;
      /** Addresses to stop watching. */
      readonly accounts?: readonly Json[] | undefined;
      /** The same for what is not validated yet. */
      readonly accounts_proposed?: readonly Json[] | undefined;
      /** Order books to stop watching, named as in `subscribe`. */
      readonly books?: readonly Json[] | undefined;
    };
    readonly answer: JsonObject;
  };
  /** Would show the keys of this validator: the server is none. */
  readonly validator_info: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: JsonObject;
  };
  /** Lists sites that publish lists of validators: none. */
  readonly validator_list_sites: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always empty. */
      readonly validator_sites: readonly Json[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists validators that are trusted: none. */
  readonly validators: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Always empty. */
      readonly local_static_keys: readonly Json[];
      /** Always empty. */
      readonly publisher_lists: readonly Json[];
      /** Always empty. */
      readonly signing_keys: JsonObject;
      /** Always empty. */
      readonly trusted_validator_keys: readonly Json[];
      /** Always 0: there are no validators. */
      readonly validation_quorum: number;
      /** Lists of validators: none. */
      readonly validator_list: {
        /** Always 0. */
        readonly count: number;
        /** Always `unknown`. */
        readonly expiration: string;
        /** Always `unknown`. */
        readonly status: string;
        /** Always 1. */
        readonly validator_list_threshold: number;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Describes a vault and its shares. */
  readonly vault_info: {
    readonly params: {
      /** Key of its entry. */
      readonly vault_id?: string | undefined;
      /** Address of its owner, with `seq`, instead. */
      readonly owner?: string | undefined;
      /** Sequence number of the transaction that created it. */
      readonly seq?: number | undefined;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** The entry of the vault; what is 0 by default is absent while it is. */
      readonly vault: {
        /** Hash of the transaction that changed it last. */
        readonly PreviousTxnID: string;
        /** Index of the ledger that holds that transaction. */
        readonly PreviousTxnLgrSeq: number;
        /** Sequence number of the transaction that created it. */
        readonly Sequence: number;
        /** Number of the page that lists it in its owner's directory. */
        readonly OwnerNode: string;
        /** Address of its owner. */
        readonly Owner: string;
        /** Address of its account, which holds the assets and issues the shares. */
        readonly Account: string;
        /** What it holds. */
        readonly Asset: {
          /** Currency code. */
          readonly currency: string;
          readonly [field: string]: Json | undefined;
        };
        /** Id of the multi-purpose token that its shares are. */
        readonly ShareMPTID: string;
        /** 1: whoever asks first is paid first. */
        readonly WithdrawalPolicy: number;
        /** `Vault`. */
        readonly LedgerEntryType: string;
        /** Bit field of flags. */
        readonly Flags: number;
        /** Key of the entry; what `VaultID` of transactions names. */
        readonly index: string;
        /** How much of it may belong to the vault; absent for no limit. */
        readonly AssetsMaximum: string;
        /** What its owner says of it, in hex. */
        readonly Data: string;
        /** How much of it belongs to the vault, with what was lent. */
        readonly AssetsTotal: string;
        /** How much of it is there. */
        readonly AssetsAvailable: string;
        /** The entry of the issuance of its shares. */
        readonly shares: JsonObject;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Names the API versions that the server speaks. */
  readonly version: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** The versions of the API, in an older form. */
      readonly version: {
        /** The first. */
        readonly first: string;
        /** The last. */
        readonly last: string;
        /** The one to use. */
        readonly good: string;
        readonly [field: string]: Json | undefined;
      };
      readonly [field: string]: Json | undefined;
    };
  };
  /** Makes a key pair and the address that goes with it. */
  readonly wallet_propose: {
    readonly params: {
      /** `secp256k1` (default) or `ed25519`. */
      readonly key_type?: 'secp256k1' | 'ed25519' | undefined;
      /** Text to make the seed of; also a seed in any spelling. */
      readonly passphrase?: string | undefined;
      /** Base58 seed. */
      readonly seed?: string | undefined;
      /** Seed in hex. */
      readonly seed_hex?: string | undefined;
    };
    readonly answer: {
      /** The secret, in base58. */
      readonly master_seed: string;
      /** The secret in hex. */
      readonly master_seed_hex: string;
      /** The secret as twelve words (RFC 1751). */
      readonly master_key: string;
      /** Address of the account. */
      readonly account_id: string;
      /** Public key, in base58. */
      readonly public_key: string;
      /** `secp256k1` or `ed25519`. */
      readonly key_type: string;
      /** The same in hex. */
      readonly public_key_hex: string;
      /** A warning that the secret is easy to guess. */
      readonly warning?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the accounts for development, with their names and secrets; on a test bench only. */
  readonly weir_accounts: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** The master account, and the ten that every server for development has, always the same. */
      readonly accounts: readonly {
        /** What it is called; the number is its place among those that `weir start --dev` prints. */
        readonly name: string;
        /** Its address. */
        readonly account: string;
        /** Its secret, which everybody can know. */
        readonly seed: string;
        /** Its XRP, in drops; absent where it is not in the ledger. */
        readonly balance?: string;
        readonly [field: string]: Json | undefined;
      }[];
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the entries that differ between two ledgers, as they were and as they are; last changed first. */
  readonly weir_changes: {
    readonly params: {
      /** The earlier ledger. */
      readonly ledger_index_min: number;
      /** The later ledger (the newest). */
      readonly ledger_index_max?: number | undefined;
      /** Only entries of this type. */
      readonly type?: string | undefined;
      /** Most entries to list (50). A page may be shorter, or empty. */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: string | undefined;
    };
    readonly answer: {
      /** The earlier ledger. */
      readonly ledger_index_min: number;
      /** The later ledger. */
      readonly ledger_index_max: number;
      /** The entries of this page. What each ledger changes, the list of the latest hashes, is not among them. */
      readonly changes: readonly {
        /** Its key. */
        readonly index: string;
        /** Its type. */
        readonly LedgerEntryType: string;
        /** `created`, `modified` or `deleted`. */
        readonly change: string;
        /** The last ledger that changed it. */
        readonly ledger_index: number;
        /** The entry as the earlier ledger has it; absent if it was created. */
        readonly before?: JsonObject;
        /** The entry as the later ledger has it; absent if it was deleted. */
        readonly after: JsonObject;
        readonly [field: string]: Json | undefined;
      }[];
      /** The limit of the page. */
      readonly limit?: number;
      /** Down to this ledger the changes have been looked at. */
      readonly ledger_index_reached: number;
      /** Where the next page begins; absent on the last one. */
      readonly marker?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Reads the ledger's clock; on a test bench sets, advances, freezes or resumes it, or changes its rate. */
  readonly weir_clock: {
    readonly params: {
      /** The time to show, in seconds since 2000-01-01T00:00:00Z; not before what the clock shows. Closes what is open first, and with `--manual` then a ledger of the new time. */
      readonly set?: number | undefined;
      /** By how many seconds to go forward; closes ledgers as `set` does. */
      readonly advance?: number | undefined;
      /** Seconds of the ledger for a second of the machine: 0.001 to 1000000. */
      readonly rate?: number | undefined;
      /** True: stop. */
      readonly freeze?: boolean | undefined;
      /** True: go on from where it stands. */
      readonly resume?: boolean | undefined;
    };
    readonly answer: {
      /** What the clock shows, in seconds since 2000-01-01T00:00:00Z; at least the close time of the last ledger. */
      readonly time: number;
      /** The same as text. */
      readonly time_iso: string;
      /** Seconds of the ledger for a second of the machine. */
      readonly rate: number;
      /** True while the clock stands still. */
      readonly frozen: boolean;
      /** False as long as it is the clock of the machine. */
      readonly moved: boolean;
      /** How far it is ahead of the machine's clock; below zero if it is behind. */
      readonly seconds_ahead: number;
      /** Close time of the last ledger. */
      readonly close_time: number;
      /** Close time of a ledger that is closed now. */
      readonly next_close_time: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Takes a transaction out that no ledger holds yet; on a test bench only. */
  readonly weir_drop: {
    readonly params: {
      /** Its hash. */
      readonly transaction: string;
    };
    readonly answer: {
      /** Its hash. */
      readonly transaction: string;
      /** Where it was: `open ledger`, `queue`, `held` (for another try), `local` (for later ledgers). */
      readonly dropped_from: readonly Json[];
      /** Hashes of transactions that cannot be in the open ledger without it. */
      readonly displaced: readonly Json[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Pays an account from the master account, or from the issuer of a token; on a test bench only. */
  readonly weir_fund: {
    readonly params: {
      /** Who is paid. XRP make a new account. */
      readonly account: string;
      /** Drops (1000000000), or an amount of a token, for which the account has a trust line or a holding. */
      readonly amount?: string | JsonObject | undefined;
    };
    readonly answer: {
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** The transaction as bytes, in hex. */
      readonly tx_blob: string;
      /** The result code; see `docs/results.md`. */
      readonly engine_result: string;
      /** Its number. */
      readonly engine_result_code: number;
      /** Its meaning in words. */
      readonly engine_result_message: string;
      /** Hash of the transaction. */
      readonly hash: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Submits an unsigned transaction as if its account had signed it; on a test bench only. */
  readonly weir_impersonate: {
    readonly params: {
      /** The transaction; what is missing of it is filled in. */
      readonly tx_json: JsonObject;
      /** Neither keep nor charge a transaction that fails now. */
      readonly fail_hard?: boolean | undefined;
    };
    readonly answer: {
      /** The transaction with all its fields. */
      readonly tx_json: JsonObject;
      /** The transaction as bytes, in hex. */
      readonly tx_blob: string;
      /** The result code; see `docs/results.md`. */
      readonly engine_result: string;
      /** Its number. */
      readonly engine_result_code: number;
      /** Its meaning in words. */
      readonly engine_result_message: string;
      /** Hash of the transaction. */
      readonly hash: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists closed ledgers with their transactions, fees, times and sizes, newest first. */
  readonly weir_ledgers: {
    readonly params: {
      /** The first that is listed (the newest). */
      readonly ledger_index?: number | undefined;
      /** Most ledgers to list (20). */
      readonly limit?: number | undefined;
      /** The `marker` of the page before, with the same parameters otherwise. */
      readonly marker?: number | undefined;
    };
    readonly answer: {
      /** The ledgers of this page, newest first. */
      readonly ledgers: readonly {
        /** Its index. */
        readonly ledger_index: number;
        /** Its hash. */
        readonly ledger_hash: string;
        /** Its close time, in seconds since 2000-01-01T00:00:00Z. */
        readonly close_time: number;
        /** The same as text. */
        readonly close_time_iso: string;
        /** How much later than the ledger before it; absent for the first of a chain. */
        readonly seconds_since_parent: number;
        /** How many transactions it has. */
        readonly txn_count: number;
        /** How many of them did nothing but pay their fee. */
        readonly failed_count: number;
        /** Drops that it destroyed, which are its fees. Below zero where a test bench made drops. Absent for the first ledger. */
        readonly fees_burned: string;
        /** Bytes of its header, transactions and metadata. */
        readonly size_bytes: number;
        readonly [field: string]: Json | undefined;
      }[];
      /** The limit of the page. */
      readonly limit?: number;
      /** Index of the ledger that the next page begins with; absent on the last one. */
      readonly marker?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Shows a non-fungible token: what it is, who owns it, and through whose hands it went. */
  readonly weir_nft: {
    readonly params: {
      /** The token. */
      readonly nft_id: string;
      /** Hash of the ledger. */
      readonly ledger_hash?: string | undefined;
      /** Index, `validated`, `closed` or `current` (default). */
      readonly ledger_index?: string | number | undefined;
    };
    readonly answer: {
      /** Hash of the ledger that was read. */
      readonly ledger_hash?: string;
      /** Index of the closed ledger that was read. */
      readonly ledger_index?: number;
      /** True if the ledger is validated, so that the answer is final. */
      readonly validated?: boolean;
      /** Id of the token. */
      readonly nft_id: string;
      /** True if it is there no more. */
      readonly is_burned: boolean;
      /** Who has it; absent if it was burned. */
      readonly owner: string;
      /** What it stands for, in hex. */
      readonly uri: string;
      /** Address of the account that it was minted for. */
      readonly issuer: string;
      /** What may be done with it: 1 burnable, 2 only for XRP, 8 transferable, 16 mutable. */
      readonly flags: number;
      /** What its issuer gets of each sale, in hundred-thousandths. */
      readonly transfer_fee: number;
      /** The number by which its issuer tells kinds of tokens apart. */
      readonly nft_taxon: number;
      /** Its number among the issuer's tokens. */
      readonly nft_serial: number;
      /** Through whose hands it went; first who minted it. Who gave it away and had it back may stand there once. */
      readonly owners: readonly {
        /** Address of the account. */
        readonly owner: string;
        /** Index of the ledger in which it came to them. */
        readonly ledger_index: number;
        /** Close time of that ledger. */
        readonly close_time_iso: string;
        /** Hash of the transaction that brought it. */
        readonly hash: string;
        readonly [field: string]: Json | undefined;
      }[];
      readonly [field: string]: Json | undefined;
    };
  };
  /** Returns to a snapshot, or to a past ledger: what has happened since is gone; on test benches only. */
  readonly weir_revert: {
    readonly params: {
      /** Id or name that `weir_snapshot` gave. It can be returned to again. */
      readonly snapshot?: string | undefined;
      /** Instead of a snapshot: the ledger that is to be the last one, 2 at least. Nothing is open or waits then. */
      readonly ledger_index?: number | undefined;
    };
    readonly answer: {
      /** Index of the ledger that is the last one again. */
      readonly ledger_index?: number;
      /** Its hash. */
      readonly ledger_hash?: string;
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      /** Index of the ledger that was the last one before. */
      readonly reverted_from: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Puts, changes or removes an entry of the ledger, which closes; on a test bench only. */
  readonly weir_set_entry: {
    readonly params: {
      /** The entry as `ledger_entry` shows it, with `LedgerEntryType` and `index`. One of this and `remove` is required. */
      readonly entry?: JsonObject | undefined;
      /** Its key, where `entry` does not say it. */
      readonly index?: string | undefined;
      /** True: remove the entry of that key. */
      readonly remove?: boolean | undefined;
      /** Names of the invariants that may break: those that the refusal names. */
      readonly override?: readonly Json[] | undefined;
    };
    readonly answer: {
      /** Key of the entry. */
      readonly index: string;
      /** Index of the ledger that the change is in. */
      readonly ledger_index?: number;
      /** Its hash. */
      readonly ledger_hash?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Remembers everything as it is now, so that `weir_revert` can return to it; on test benches only. */
  readonly weir_snapshot: {
    readonly params: {
      /** A name for it beside its id: up to 64 letters, digits, `.`, `_` and `-`, and not a number. */
      readonly name?: string | undefined;
    };
    readonly answer: {
      /** Its id, for `weir_revert`. */
      readonly snapshot: string;
      /** Its name, if it has one. */
      readonly name: string;
      /** Index of the last ledger then. */
      readonly ledger_index?: number;
      /** Its hash. */
      readonly ledger_hash?: string;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Lists the snapshots that `weir_revert` can return to, the oldest first; on test benches only. */
  readonly weir_snapshots: {
    readonly params: Readonly<Record<string, never>>;
    readonly answer: {
      /** Those that can be returned to, the oldest first. */
      readonly snapshots: readonly {
        /** Its id. */
        readonly snapshot: string;
        /** Its name, if it has one. */
        readonly name: string;
        /** Index of the last ledger then. */
        readonly ledger_index: number;
        /** Its hash. */
        readonly ledger_hash: string;
        readonly [field: string]: Json | undefined;
      }[];
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
  /** Saves the whole chain to a file, or puts the chain of one into the place of this one; on test benches only. */
  readonly weir_state: {
    readonly params: {
      /** The file to write, by its whole path on the server's machine. */
      readonly save?: string | undefined;
      /** The file to read. All that this server has is gone then, its snapshots too. */
      readonly load?: string | undefined;
      /** Save what was at this snapshot (id or name) instead of what is now. */
      readonly snapshot?: string | undefined;
    };
    readonly answer: {
      /** The file that was written or read. */
      readonly file: string;
      /** Index of the last ledger in it. */
      readonly ledger_index?: number;
      /** Its hash. */
      readonly ledger_hash?: string;
      /** Index of the open ledger that was read. */
      readonly ledger_current_index?: number;
      readonly [field: string]: Json | undefined;
    };
  };
}
