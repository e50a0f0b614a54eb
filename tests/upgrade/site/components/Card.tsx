import { type CardProps, Icon, Picture } from 'colophon/site'

export default function Card({ path, title, icon, picture, date }: CardProps) {
  return (
    <a className="own-card" href={path}>
      {picture && <Picture picture={picture} sizes="20rem" />}
      {icon && <Icon icon={icon} />}
      <strong>{title}</strong> {date?.text}
    </a>
  )
}
