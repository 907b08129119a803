import { readFileSync, writeFileSync } from 'node:fs'

/** Resets the kernel's peak memory of the process. Throws when the process has ended. */
export function forgetHighestMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Returns the peak memory of the process since the last `forgetHighestMemory`, in bytes; throws when it has ended. */
export function highestMemory(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
