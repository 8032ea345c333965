export { createInbox, type Delivery, type Inbox, type InboxLimits, type InboxOptions } from './create-inbox.ts';
export { type AnswerEvent, type InboxQuestion, toNewQuestion } from './question.ts';
export { AnswerError, type Answerer, type AnswerOptions, type AudienceOf, answerQuestion, type ListOptions, listQuestions, type QuestionPage, } from './questions.ts';
export { type SendSignalOptions, sendSignal } from './signals.ts';
