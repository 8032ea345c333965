/** What the message box says about files. */
export const texts = {
  attach: 'Attach files',
  attached: 'Attached files',
  remove: (name: string) => `Remove ${name}`,
  drop: 'Drop files to attach them',
  lost: 'Your browser stores no files: the attached files will be gone if you reload this page before you send them.',
}
