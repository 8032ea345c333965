import { type ReactNode } from 'react';
import type { PendingElicitState } from '../chat/state.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
export interface ElicitFormProps {
    question: PendingElicitState;
    onRespond(result: ElicitAnswer): void;
    disabled?: boolean;
}
/**
 * Asks a question with a form that is generated from its JSON Schema; a value without a suitable control is entered as JSON. The
 * answer is checked by the rules of the server. Drafts are kept while the same question is open, also after a refused answer.
 *
 * The application brings the styles. The root is `elicit-form`, with `data-tool`, `data-key` and `data-status`; it contains
 * `elicit-message`, `elicit-plain`, `elicit-refusal`, `elicit-problems`, `elicit-fields` and `elicit-actions`, whose buttons have
 * `data-action` (`accept`, `decline`, `cancel`). Each `elicit-field` has `data-field` (its property), `data-control` (`text`, `number`,
 * `checkbox`, `choice`, `several`, `json`) and, if it is invalid, `data-invalid`; it contains `elicit-required`,
 * `elicit-description`, `elicit-hint`, `elicit-problem`, and `elicit-option` for each option of `several`. The form of a
 * question that a hosted server wrote has `data-foreign`, and begins with `elicit-origin`, which names the server. A question
 * that sends the person to a page shows its whole address (`ShownUrl`), and its `accept` is a link that opens it.
 */
export declare function ElicitForm(props: ElicitFormProps): ReactNode;
