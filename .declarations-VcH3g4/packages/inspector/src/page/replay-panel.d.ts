import { type ReactNode } from 'react';
import type { ShownTool } from '../project.ts';
interface ReplayPanelProps {
    runId: string;
    at: number;
    /** The place of the run's last event: a run that goes on has more entries to replay. */
    head: number | undefined;
    /** Changed tools are changed code, which may not match the journal. */
    tools: readonly ShownTool[];
}
/** A run step by step: the tool as it was after each entry of its journal. */
export declare function ReplayPanel({ runId, at, head, tools }: ReplayPanelProps): ReactNode;
export {};
