import { type Store } from '@sweatpants/framework/log';
import { type DebateRecord, type TrackRecord } from '../consensus/track-record.ts';
import type { Session } from '../session/session.ts';
/** The track records of principals: one stream each, so that no round reads all debates. */
export declare class TrackRecords {
    #private;
    constructor(store: Store);
    /** Returns the record of the models of a session, from the other debates of its owner. */
    count(session: Session): Promise<TrackRecord>;
    /** Records a debate. A later record of the same debate replaces it; an equal one is not stored again. */
    put(principal: string | undefined, record: DebateRecord): Promise<void>;
}
