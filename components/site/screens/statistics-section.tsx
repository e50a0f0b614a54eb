import { Sparkline } from '@/components/content/chart/sparkline'
import { addBasePath } from '@/lib/base-path'
import type { StatisticsRow, StatisticsView } from '@/lib/formats/statistics'
import type { EditorsMessages } from '@/messages/languages'

interface StatisticsSectionProps {
  view: StatisticsView
  texts: EditorsMessages['statistics']
}

/** What readers need, as the site counted it. */
export function StatisticsSection({
  view: { days, views, lists, helpful, texts: written },
  texts,
}: StatisticsSectionProps) {
  return (
    <section className="desk-statistics" aria-labelledby="desk-statistics">
      <h2 id="desk-statistics">{texts.title}</h2>
      <p>
        {texts.views(views.total, days)} <Sparkline values={views.daily} />
      </p>
      <p>{texts.hint}</p>
      <p>
        <a href={addBasePath('/members/desk/statistics')}>{texts.download}</a>
      </p>
      <Rows title={texts.pages} rows={lists.views} texts={texts} />
      <Rows title={texts.missing} rows={lists.missing} texts={texts} />
      <Rows title={texts.searches} rows={lists.searches} texts={texts} />
      <Rows title={texts.referrers} rows={lists.referrers} texts={texts} />
      {helpful.length > 0 && (
        <table>
          <caption>{texts.helpful}</caption>
          <tbody>
            {helpful.map(({ name, path, yes, no }) => (
              <tr key={path ?? name}>
                <th scope="row" dir="auto">
                  <PageName name={name} path={path} />
                </th>
                <td>{texts.votes(yes, no)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {written.length > 0 && <h3>{texts.written}</h3>}
      <ul className="desk-groups">
        {written.map(({ name, path, day, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <PageName name={name} path={path} /> <time dateTime={day}>{day}</time>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const PageName = ({ name, path }: { name: string; path: string | undefined }) =>
  path === undefined ? name : <a href={path}>{name}</a>

function Rows({
  title,
  rows,
  texts,
}: { title: string; rows: readonly StatisticsRow[] } & Pick<StatisticsSectionProps, 'texts'>) {
  if (rows.length === 0) return undefined
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ name, path, suggestion, total, daily }) => (
          <tr key={path ?? name}>
            <th scope="row" dir="auto">
              <PageName name={name} path={path} />
              {suggestion !== undefined && <span>{texts.suggestion(suggestion)}</span>}
            </th>
            <td>{total}</td>
            <td>
              <Sparkline values={daily} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
