import { ledgerStoreContract } from '../../../test/contracts/store/contract.ts';
import { MemoryStore } from './memory-store.ts';

ledgerStoreContract('memory', async () => ({ store: new MemoryStore() }));
