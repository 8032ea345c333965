import { LIMITS } from '../debate/input.ts';
import type { Roundtable } from '../debate/roundtable.ts';
import type { Mode } from '../modes/mode.ts';
import type { Candidate } from '../panel/panel.ts';
/** What a caller can choose from for a new debate. */
export interface Offer {
    candidates: Candidate[];
    modes: Pick<Mode, 'name' | 'title' | 'summary'>[];
    personas: {
        title: string;
        persona: string;
    }[];
    limits: typeof LIMITS;
}
/** Returns the models, modes and personas without asking a model. */
export declare const toOffer: ({ panel }: Roundtable) => Promise<Offer>;
