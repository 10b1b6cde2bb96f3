import { replayGroup } from '../support/packed-recordings.ts';

replayGroup('ahead');
