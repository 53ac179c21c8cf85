// Sets the theme before the first paint, so a dark screen never flashes white. Kept out of the page: its policy allows no inline script.
;(function firstPaint() {
  var chosen = null
  try {
    chosen = localStorage.getItem('gondola-theme')
  } catch {
    // Storage can be blocked; the system's theme holds then.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
