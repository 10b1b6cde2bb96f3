/** Keys of clusters in tests. */
import { ClusterKeys, SALT_BYTES } from '../../../src/storage/shared/cluster-keys.ts';

export const TEST_KEYS = new ClusterKeys(Buffer.from('a secret of all members'), Buffer.alloc(SALT_BYTES));
