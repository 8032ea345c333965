export { ElicitForm, type ElicitFormProps } from './elicit-form.tsx'
export { Markdown, type MarkdownProps } from './markdown.tsx'
