export function fullName(student: { firstName: string; lastName: string }): string {
  return `${student.firstName} ${student.lastName}`
}

/**
 * The numbers after `latest` in the school's own style: the last run of digits counts up and keeps its width (`2026/099` is
 * followed by `2026/100`). The first student of a school gets 1001; a number without digits is continued with `-1`.
 */
export function nextEnrollmentNumbers(latest: string | null, count: number): string[] {
  if (latest === null) return Array.from({ length: count }, (_, index) => String(1001 + index))
  const match = /^(.*?)(\d+)(\D*)$/s.exec(latest)
  return Array.from({ length: count }, (_, index) => {
    if (!match) return `${latest}-${index + 1}`
    const [, before = '', digits = '', after = ''] = match
    return `${before}${String(BigInt(digits) + BigInt(index + 1)).padStart(digits.length, '0')}${after}`
  })
}
