#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver that keeps what sites store in a folder: MiniBrowser --automation keeps nothing.

    webkitBrowser.py --automation --data=DIR [--width=1280] [--height=800]

Its WebDriver cannot print: while there is a file DIR/print, the page is printed as DIR/print.pdf, and the file is removed.
"""
import argparse
import os
import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2

parser = argparse.ArgumentParser()
parser.add_argument('--automation', action='store_true')
parser.add_argument('--data', required=True)
parser.add_argument('--width', type=int, default=1280)
parser.add_argument('--height', type=int, default=800)
options, _ = parser.parse_known_args()

Gtk.init([])
manager = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(options.data, 'data'),
    base_cache_directory=os.path.join(options.data, 'cache'),
)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)


asked_to_print = os.path.join(options.data, 'print')
printing = []


def print_if_asked(view):
    if printing or not os.path.exists(asked_to_print):
        return True
    settings = Gtk.PrintSettings()
    settings.set_printer('Print to File')
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, 'pdf')
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, GLib.filename_to_uri(asked_to_print + '.pdf', None))
    paper = Gtk.PageSetup()
    paper.set_paper_size_and_default_margins(Gtk.PaperSize.new(Gtk.PAPER_NAME_LETTER))
    operation = WebKit2.PrintOperation(web_view=view)
    operation.set_print_settings(settings)
    operation.set_page_setup(paper)
    operation.connect('failed', lambda _operation, error: print(f'It was not printed: {error.message}'))
    operation.connect('finished', lambda _operation: (printing.clear(), os.remove(asked_to_print)))
    printing.append(operation)
    operation.print_()
    return True


def create_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    view.connect('permission-request', lambda _view, request: request.allow() or True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(options.width, options.height)
    window.add(view)
    window.show_all()
    view.connect('close', lambda _view: window.destroy())
    GLib.timeout_add(100, print_if_asked, view)
    # Without a window manager nothing else gives the window the keyboard.
    GLib.timeout_add(100, lambda: (window.get_window() and window.get_window().focus(0), view.grab_focus()) and False)
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('EvJobsTests')
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', start)
# The driver does not end the browser with the session.
driver = os.getppid()
GLib.timeout_add(500, lambda: os.getppid() == driver or Gtk.main_quit())
Gtk.main()
