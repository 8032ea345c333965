import type { Voice } from '@sweatpants/demo-model';
/** Lets the demo model take a seat in a debate, frame its question, and write its summary, synthesis and perspectives. */
export declare const debateVoice: Voice;
