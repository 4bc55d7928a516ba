import { createLink } from '@tanstack/react-router';
import type { IconNode } from 'lucide';
import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { Icon } from './Icon.tsx';

type Style = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  className?: string | undefined;
};

function styleProps({ variant = 'secondary', wide = false, className = '' }: Style) {
  return {
    className: `${styles.button} ${className}`.trim(),
    'data-variant': variant,
    'data-wide': wide || undefined,
  };
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Style & {
    /** Keeps place and focus, and ignores clicks. */
    busy?: boolean | undefined;
  };

/** A button. `aria-disabled` rather than `disabled` while busy, so that focus is not lost. */
export function Button({
  variant,
  wide,
  className,
  busy = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...styleProps({ variant, wide, className })}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'wide' | 'variant' | 'className'> & {
  icon: IconNode;
  /** What it does: its accessible name and its title. */
  label: string;
};

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant="quiet" className={styles.icon} aria-label={label} title={label}>
      <Icon of={icon} />
    </Button>
  );
}

type IconAnchorProps = Omit<ComponentProps<'a'>, 'children' | 'className'> &
  Pick<IconButtonProps, 'icon' | 'label'>;

function IconAnchor({ icon, label, ...rest }: IconAnchorProps) {
  return (
    <a {...rest} {...styleProps({ variant: 'quiet', className: styles.icon })} title={label}>
      <Icon of={icon} />
      <span className="visually-hidden">{label}</span>
    </a>
  );
}

/** A link of the app that looks like an icon button; takes what `Link` takes. */
export const IconLink = createLink(IconAnchor);

/** A link to somewhere else that looks like a button. */
export function ButtonAnchor({
  variant,
  wide,
  className,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & Style) {
  return <a {...rest} {...styleProps({ variant, wide, className })} />;
}

/** A link of the app that looks like a button; takes what `Link` takes (`to`, `params`, `search`). */
export const ButtonLink = createLink(ButtonAnchor);
