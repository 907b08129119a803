/** The school year that a day belongs to, April to March: what a new session form starts with. */
export function suggestSession(
  today: string,
  taken: readonly string[],
): { name: string; startsOn: string; endsOn: string } {
  let year = Number(today.slice(0, 4)) - (today.slice(5, 7) < '04' ? 1 : 0)
  while (taken.includes(sessionName(year))) year += 1
  return { name: sessionName(year), startsOn: `${year}-04-01`, endsOn: `${year + 1}-03-31` }
}

function sessionName(year: number): string {
  return `${year}-${year + 1}`
}

/** `3 students`, `1 student`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Where a student's place is, as people say it: `6 A` or `Class 6 – A`. */
export function placeName(className: string, sectionName: string): string {
  return `${className} – ${sectionName}`
}

/** Why something cannot be deleted and what to do first, or null when nothing depends on it. */
export function obstacleToDeleting(
  name: string,
  dependents: { students: number; sections: number; fees: number },
): string | null {
  const { students, fees, sections } = dependents
  const them = (count: number) => (count === 1 ? 'it' : 'them')
  if (students > 0) return `${name} has ${counted(students, 'student')}; move them first.`
  if (fees > 0) return `${name} has ${counted(fees, 'fee')}; delete ${them(fees)} first.`
  if (sections > 0) return `${name} has ${counted(sections, 'section')}; delete ${them(sections)} first.`
  return null
}
