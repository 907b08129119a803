import { readFileSync, writeFileSync } from 'node:fs'

/** The kernel counts the process's highest memory from now on. Throws when the process has ended. */
export function forgetHighestMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Bytes that the process held at most since the last `forgetHighestMemory`; throws when it has ended. */
export function highestMemory(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
