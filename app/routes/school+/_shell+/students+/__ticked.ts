export function withStudents(path: string, students: ReadonlyArray<{ value: string }>): string {
  return `${path}?${new URLSearchParams(students.map(({ value }) => ['student', value]))}`
}
