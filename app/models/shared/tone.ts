/** What a status means; the stylesheet gives each a colour and a shape, the words say it too. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'
