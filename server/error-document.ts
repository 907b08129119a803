import type { Request } from 'express'

/** The few pages that the door itself must be able to show, when the product cannot or may not. */
const pages = {
  foreign: {
    title: 'This form was not sent from this site',
    text: 'For your safety nothing was done. Open the page again and send the form from there.',
  },
  unreadable: {
    title: 'This address cannot be read',
    text: 'Some of its signs are damaged. Open the page from a link.',
  },
  tooLarge: { title: 'This is too large', text: 'Nothing was stored. Choose smaller files and send the form again.' },
  failed: {
    title: 'Something went wrong',
    text: 'We are sorry. Nothing more was done than what you already saw confirmed. Please try again.',
  },
}

export function errorDocument(kind: keyof typeof pages, request: Request): string {
  const page = pages[kind]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${page.title}</title></head><body><main><h1>${page.title}</h1><p>${page.text}</p><p><a href="/">Go to the start page</a></p><p>Request ${request.headers['x-request-id']}</p></main></body></html>`
}
