import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import type { ButtonVariant } from './Button.tsx';

type Props = ComponentProps<'a'> & { variant?: ButtonVariant; wide?: boolean };

function ButtonAnchor({ variant = 'secondary', wide = false, className, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-variant={variant}
      data-wide={wide || undefined}
    >
      {children}
    </a>
  );
}

/** A link of the app that looks like a button; takes what `Link` takes (`to`, `params`, `search`). */
export const ButtonLink = createLink(ButtonAnchor);
