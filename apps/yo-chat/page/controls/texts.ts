/** The texts of controls that every part of the page uses. They are part of the first JavaScript of the page: keep them few. */
export const texts = {
  close: 'Close',
  save: 'Save',
  cancel: 'Cancel',
  copied: 'Copied',
  notCopied: 'Could not copy',
  theModel: 'the model',
  from: (name: string) => `From ${name}`,
  dismiss: 'Dismiss',
  skipToContent: 'Skip to the content',
  skipToMessage: 'Skip to the message box',
  notLoaded: 'This part of the page could not be loaded.',
  reload: 'Reload the page',
}
