import { type Env } from '@sweatpants/framework/cli';
import type { Store } from '@sweatpants/framework/log';
import type { Roundtable, RoundtableOptions } from '../debate/roundtable.ts';
import type { Panel } from '../panel/panel.ts';
/** The options of every command. */
export declare const TABLE_OPTIONS: {
    readonly store: {
        readonly type: 'string';
    };
    readonly model: {
        readonly type: 'string';
    };
};
export interface TableChoice {
    store?: string | undefined;
    model?: string | undefined;
}
export interface OpenTable extends AsyncDisposable {
    roundtable: Roundtable;
    store: Store;
    /** The location of the store. */
    location: string;
}
/** Opens the store and the roundtable on it. An option takes precedence over its environment variable. */
export declare function openTable(choice: TableChoice, env: Env, options?: Pick<RoundtableOptions, 'takesOver'>): Promise<OpenTable>;
/** A panel that gives this model to every seat without a chosen one. */
export declare const preferModel: (panel: Panel, model: string) => Panel;
/** The store without `--store` and `STORE`. */
export declare const defaultLocation: (env: Env) => string;
/** The folder in which programs of this user keep their data. */
export declare function dataFolder(env: Env, platform?: NodeJS.Platform, home?: string): string;
export declare const report: (error: unknown) => void;
