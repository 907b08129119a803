/** 12,50,000 as Indian offices group it. */
export function groupedCount(count: number): string {
  const digits = String(count)
  if (digits.length <= 3) return digits
  return `${digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`
}
