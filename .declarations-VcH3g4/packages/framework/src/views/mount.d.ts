import { type ComponentType } from 'react';
import type { Json } from '../tools/json.ts';
import type { FormViewProps } from './form-view.tsx';
/** The components of a tool's view, which the bundler puts together. */
export interface ViewParts {
    tool: string;
    /** By the key of the question. */
    questions: Readonly<Record<string, ComponentType<never>>>;
    result?: ComponentType<{
        result: Json;
    }>;
    /** Asks the questions without a component; only in views that need it. */
    form?: ComponentType<FormViewProps>;
}
/** Shows the questions and the result of a tool in the host that embeds this document. */
export declare function mountView(parts: ViewParts): void;
