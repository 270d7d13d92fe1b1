import type { Game } from '@playhub/contract'
import { buttonClass } from '@playhub/ui/button.tsx'

/** The game's pages on social networks. */
export function SocialLinks(props: { items: Game['social']['items']; title: string; name: string }) {
  return (
    <section aria-labelledby="social">
      <h2 id="social" className="heading mb-4 text-18 md:text-24">
        {props.title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {props.items.map((item) => (
          <li key={item.link}>
            <a href={item.link} target="_blank" rel="noopener" className={buttonClass('secondary', 'small')}>
              <img
                src={item.fileName}
                alt=""
                width={20}
                height={20}
                loading="lazy"
                className="size-5 rounded"
              />
              {item.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
