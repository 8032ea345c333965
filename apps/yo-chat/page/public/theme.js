// Before the first paint, so that a page which was left dark does not come back in white.
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
