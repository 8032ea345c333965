import { type ReactNode } from 'react';
import type { ShownTool } from '../project.ts';
/** A tool, with a form to run it. */
export declare function ToolPanel({ tool, model }: {
    tool: ShownTool;
    model: string;
}): ReactNode;
