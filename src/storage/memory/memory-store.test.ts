import { ledgerStoreContract } from '../contract/contract.ts';
import { MemoryStore } from './memory-store.ts';

ledgerStoreContract('memory', async () => ({ store: new MemoryStore() }));
