/** Network ids. (Reference: transactions/detail/Transactor.cpp, preflight0; NetworkID.h.) */

/** Networks up to this one do without a NetworkID in their transactions; those above demand it. */
export const MAX_LEGACY_NETWORK_ID = 1024;
