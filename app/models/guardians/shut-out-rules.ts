/** The 18th birthday of somebody born on this day, both `YYYY-MM-DD`; of 29 February the 1 March of a year that has none. */
export function adultFrom(bornOn: string): string {
  const [year = '', month = '', day = ''] = bornOn.split('-')
  const then = Number(year) + 18
  const isLeap = (then % 4 === 0 && then % 100 !== 0) || then % 400 === 0
  return month === '02' && day === '29' && !isLeap ? `${then}-03-01` : `${then}-${month}-${day}`
}
