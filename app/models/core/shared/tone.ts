/** Meaning of a status; the stylesheet adds colour and shape, the text states it too. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'
