// The page of a link loads this file. Vite adds the styles of what is imported here.
void import('./link-question.tsx')
