import type { ElicitAnswer } from '../tools/elicit.ts';
import type { JsonSchema } from '../tools/schema.ts';
export interface PermissionOption {
    optionId: string;
    name: string;
    kind: 'allow_once' | 'reject_once';
}
/** A question that an editor without forms can show: as a request for permission. */
export interface PermissionForm {
    options: PermissionOption[];
    toAnswer(optionId: string): ElicitAnswer;
}
/** Returns a yes/no question, a single choice or a bare consent as options, and `undefined` for every other form. */
export declare function toPermissionForm(schema: JsonSchema | undefined): PermissionForm | undefined;
