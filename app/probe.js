// Runs on every page unless data saver is on. A browser that cannot parse this file (a module with the newest syntax
// that the scripts use) or lacks a required API keeps plain documents. The result is valid for a day.
const network = navigator.connection
const able =
  typeof TextEncoderStream === 'function' &&
  typeof HTMLDialogElement === 'function' &&
  !network?.saveData &&
  !/2g/.test(network?.effectiveType ?? '') &&
  (navigator.deviceMemory ?? 4) >= 1
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in half of the browsers that pass.
document.cookie = `enhance=${able ? 1 : ''};path=/;SameSite=Lax;max-age=${able ? 86400 : 0}`
