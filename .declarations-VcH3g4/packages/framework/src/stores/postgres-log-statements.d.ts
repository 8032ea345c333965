import type { Database } from './postgres-database.ts';
import type { Deleted } from './postgres-listener.ts';
export interface StreamRow {
    id: string;
    principal: string | null;
    created_at: number;
    updated_at: number;
    head: number;
    about: string;
    register: string | null;
    is_driven: boolean;
    last_write: number;
}
export interface OpenedRow extends StreamRow {
    outcome: 'opened' | 'fenced' | null;
    events: string | null;
}
export interface AppendedRow {
    outcome: 'appended' | 'repeated' | 'gone' | 'fenced' | 'moved' | 'closed';
    place: number | null;
    /** The names that the questions which have changed are addressed to. */
    names: string[] | null;
}
/** The statements of all logs. `$1` is the kind and `$2` the id, where a statement is about one stream. */
export declare function prepareLogStatements({ name: schema, prepare }: Database): {
    create: import("./postgres-database.ts").Statement<{
        outcome: 'created' | 'exists' | 'fenced';
        place: number;
        new_fence: number | null;
    }>;
    get: import("./postgres-database.ts").Statement<StreamRow>;
    open: import("./postgres-database.ts").Statement<OpenedRow>;
    append: import("./postgres-database.ts").Statement<AppendedRow>;
    appendQuietly: import("./postgres-database.ts").Statement<AppendedRow>;
    read: import("./postgres-database.ts").Statement<{
        lsn: number;
        event: string;
    }>;
    find: import("./postgres-database.ts").Statement<{
        lsn: number;
    }>;
    list: import("./postgres-database.ts").Statement<StreamRow>;
    listWithoutPrincipal: import("./postgres-database.ts").Statement<StreamRow>;
    count: import("./postgres-database.ts").Statement<{
        found: number;
    }>;
    countWithoutPrincipal: import("./postgres-database.ts").Statement<{
        found: number;
    }>;
    snapshot: import("./postgres-database.ts").Statement<{
        lsn: number;
        state: string;
    }>;
    keepSnapshot: import("./postgres-database.ts").Statement<unknown>;
    delete: import("./postgres-database.ts").Statement<Deleted & {
        outcome: 'deleted' | 'gone' | 'fenced';
    }>;
};
