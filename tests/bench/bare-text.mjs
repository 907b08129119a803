/** Escaping, rupees and days for the pages of the bare twin (bare.mjs). */
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
export const toHtml = (text) => String(text).replace(/[&<>"']/g, (sign) => escapes[sign])

export function rupees(paise) {
  const whole = String(Math.floor(paise / 100))
  const head = whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  return `₹${head ? `${head},` : ''}${whole.slice(-3)}.${String(paise % 100).padStart(2, '0')}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const dayText = (day) => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
