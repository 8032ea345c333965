import type { Questions } from '../log/questions.ts';
import type { Database } from './postgres-database.ts';
import type { Listener } from './postgres-listener.ts';
/** The open questions of a database. */
export declare function createQuestions({ name: schema, prepare }: Database, listener: Listener): Questions;
