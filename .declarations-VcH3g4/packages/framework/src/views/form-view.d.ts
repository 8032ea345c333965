import type { ReactNode } from 'react';
import type { ElicitAnswer } from '../tools/elicit.ts';
import type { ViewQuestion } from './view-call.ts';
export interface FormViewProps {
    tool: string;
    question: ViewQuestion;
    answered: ElicitAnswer | undefined;
    onRespond(answer: ElicitAnswer): void;
}
/** A form for a question without a component. */
export declare function FormView({ tool, question, answered, onRespond }: FormViewProps): ReactNode;
