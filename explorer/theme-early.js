/** Applies the chosen theme before the page is drawn. */
try {
  const theme = localStorage.getItem('weir-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser forbids storage.
}
