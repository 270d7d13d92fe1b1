import { Card } from '@playhub/ui/card.tsx'
import type { ReactNode } from 'react'

/** The layout for every login screen. */
export function LoginCard(props: {
  title: ReactNode
  text?: ReactNode
  children: ReactNode
  /** Links below the card. */
  footer?: ReactNode
}) {
  return (
    <main
      id="content"
      className="grid grow content-start justify-items-center bg-[radial-gradient(60rem_28rem_at_50%_0,color-mix(in_oklab,var(--tint)_30%,transparent),transparent)] px-4 py-8 md:content-center md:py-14"
    >
      <Card className="w-full max-w-106.5 md:p-8">
        <img src="/main_images/mark.svg" alt="" width={48} height={48} className="mx-auto size-12" />
        <h1 tabIndex={-1} className="heading mt-4 text-center text-24 text-balance wrap-anywhere">
          {props.title}
        </h1>
        {props.text && <p className="mt-2 text-center text-15 text-pretty text-soft">{props.text}</p>}
        <div className="mt-6">{props.children}</div>
      </Card>
      {props.footer && (
        <div className="mt-3 flex flex-col items-center text-center text-15 text-soft">{props.footer}</div>
      )}
    </main>
  )
}

/** "No account yet? Register" */
export function AlternativeLink(props: { question?: string; href: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5">
      {props.question}
      <a data-boot href={props.href} className="text-link inline-flex min-h-11 items-center">
        {props.children}
      </a>
    </p>
  )
}

/** Opens a document in a new tab, so a half-filled form is not lost. */
export function DocumentLink(props: { name: string; children?: ReactNode }) {
  return (
    <a href={`/docs/${props.name}.html`} target="_blank" rel="noopener" className="text-link">
      {props.children}
    </a>
  )
}
