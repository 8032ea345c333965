import type { Components } from 'react-markdown';
/** Whether more text of this block may follow. */
export declare const Streaming: import("react").Context<boolean>;
export declare const components: Components;
