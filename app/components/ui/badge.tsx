import type { Tone } from '~/models/shared/tone'

/** A status: the word, and a shape and a colour that the stylesheet draws for the tone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>
}
