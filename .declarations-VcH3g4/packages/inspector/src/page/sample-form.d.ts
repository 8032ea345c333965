import { type ReactNode } from 'react';
import type { EffectState } from '../run-state.ts';
interface SampleFormProps {
    effect: EffectState;
    disabled: boolean;
    onAnswer(answer: unknown): void;
}
/** Lets the person reply in place of a model: with a text, or with a call of one of the offered tools. */
export declare function SampleForm({ effect, disabled, onAnswer }: SampleFormProps): ReactNode;
export {};
